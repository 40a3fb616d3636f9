# `make` alone lists the targets.
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
export REDOCLY_TELEMETRY := off

installed := node_modules/.package-lock.json
formatted := "src/**/*.ts" "workers/**/*.ts" "test/**/*.ts" "load/**/*.ts" "spec/**/*.ts"
# A million rows ask for a database server as one has it: all in memory, and a log that is not full every second.
long := SERVICES_FOLDER=$(CURDIR)/.services/long SERVICES_MARIADB_OPTIONS='--innodb-buffer-pool-size=6G --innodb-log-file-size=1G'

.PHONY: help run run-cluster services services-stop format generate contract contract-diff contract-clients contract-fuzz contract-witness types test chaos verify image-check eval eval-reading bench load

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1 |/' | awk -F'|' '{ printf "%-24s %s\n", $$1, $$2 }'

$(installed): package-lock.json
	npm ci
	@touch $@

run: $(installed) ## start everything in one process on http://127.0.0.1:8080, with nothing else installed
	@exec sh src/start.sh

run-cluster: $(installed) ## start two APIs and two workers over MariaDB, RabbitMQ and Redis
	@exec node test/tools/services/cluster.ts

services: $(installed) ## start MariaDB, RabbitMQ and Redis on private ports, for the tests; ENGINES=newest MySQL 9, RabbitMQ 4, Redis 8
	@node test/tools/services/services.ts start

services-stop: $(installed) ## end them
	@node test/tools/services/services.ts stop

format: $(installed) ## put the code in its format
	@prettier --write --log-level warn $(formatted)

generate: $(installed) ## write generated/ out of spec/
	@node spec/generate.ts

contract: $(installed) ## lint the contract and fail when generated/ is stale
	@redocly lint --config spec/redocly.yaml generated/openapi.yaml
	@node spec/generate.ts --check

contract-diff: $(installed) ## refuse what breaks a client of /v1: changes since the last release, or BASE=<git ref or file>
	@node spec/contract-diff/main.ts $(if $(BASE),'$(BASE)')

contract-clients: $(installed) ## compile clients of six generators and give them the main flow; CLIENT=java one of them
	@node test/tools/witnesses/clients/command.ts $(CLIENT)

contract-fuzz: $(installed) ## Schemathesis in all its phases against a server; SEED=1 repeats a run, EXAMPLES=50 says how long
	@SEED='$(SEED)' EXAMPLES='$(EXAMPLES)' node test/tools/witnesses/fuzz/command.ts

contract-witness: $(installed) ## the tests through Prism, which validates each request and answer; FILE=test/end-to-end a part
	@node test/tools/witnesses/prism/command.ts $(FILE)

types: $(installed) ## check types, promises and casts, and the format
	@tsc -p .
	@eslint --config test/eslint.config.js src workers
	@prettier --check --log-level warn $(formatted)

test: $(installed) ## run the tests; FILE=test/features/scoring (files, folders) and BACKEND=services (or embedded, the default) run a part; TIMES=yes lists their seconds
	@node test/tools/gate/run.ts $(if $(BACKEND),--backend $(BACKEND)) $(if $(TIMES),--times) $(FILE)

chaos: $(installed) ## hurt the service in every way it must survive, 20 times each: an hour
	@node test/tools/chaos.ts

verify: $(installed) ## the whole gate
	@node test/tools/gate/run.ts --checks $(if $(TIMES),--times)

eval: $(installed) ## say how good the built-in engine's criteria and verdicts are, on the labelled set; ENGINE=groq: the model's; ENGINE=replay: recorded answers, QUIRKS=1 spoils them
	@node test/tools/eval/$(if $(filter replay,$(ENGINE)),replay/eval.ts $(if $(QUIRKS),--quirks $(QUIRKS)),eval.ts $(if $(ENGINE),--engine $(ENGINE)) $(if $(FAULTS),--faults))

eval-reading: $(installed) ## say how well resumes are read by format, which hidden texts are seen, and how broken files end
	@node test/tools/eval/reading/eval.ts

image-check: $(installed) ## build the image and run it where no Docker engine is, as root with buildah and debootstrap
	@node test/tools/image/check.ts

bench: $(installed) ## measure beside peers written by hand: one table; ROW=submit, ROUNDS=5, BASE=<commit> a commit beside it, LONG=yes hours
	@$(if $(LONG),$(long)) node load/bench/bench.ts --row '$(ROW)' --base '$(BASE)' --rounds $(or $(ROUNDS),5) $(if $(LONG),--long)

load: $(installed) ## say in five minutes whether the service holds and its limits are true; SCENARIO=limits, BACKEND=services
	@$(foreach name,SCENARIO BACKEND SECONDS PORT OUT BASE KEY REMOTE,$(name)='$($(name))') node load/run.ts
