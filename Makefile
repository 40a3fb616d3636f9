# `make` alone lists the targets.
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
export REDOCLY_TELEMETRY := off

installed := node_modules/.package-lock.json
formatted := "src/**/*.ts" "workers/**/*.ts" "test/**/*.ts" "load/**/*.ts" "spec/**/*.ts"
# LONG=yes runs on a million rows, which need a database server with production settings: a large buffer pool and redo log.
long := SERVICES_FOLDER=$(CURDIR)/.services/long SERVICES_MARIADB_OPTIONS='--innodb-buffer-pool-size=6G --innodb-log-file-size=1G'

.PHONY: help run run-cluster services services-stop format generate contract contract-diff contract-clients contract-fuzz contract-witness types test chaos verify image-check eval eval-reading bench load

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1 |/' | awk -F'|' '{ printf "%-24s %s\n", $$1, $$2 }'

$(installed): package-lock.json
	npm ci
	@touch $@

run: $(installed) ## start the service in one process on http://127.0.0.1:8080, without other servers
	@exec sh src/start.sh

run-cluster: $(installed) ## start two APIs and two workers over MariaDB, RabbitMQ and Redis
	@exec node test/tools/services/cluster.ts

services: $(installed) ## start MariaDB, RabbitMQ and Redis on private ports for the tests; ENGINES=newest: MySQL 9, RabbitMQ 4, Redis 8; galera: a MariaDB cluster
	@node test/tools/services/services.ts start

services-stop: $(installed) ## stop these servers
	@node test/tools/services/services.ts stop

format: $(installed) ## format the code
	@prettier --write --log-level warn $(formatted)

generate: $(installed) ## write generated/ from spec/
	@node spec/generate.ts

contract: $(installed) ## lint the contract, and fail if generated/ is stale
	@redocly lint --config spec/redocly.yaml generated/openapi.yaml
	@node spec/generate.ts --check

contract-diff: $(installed) ## refuse breaking changes to /v1 since the last release; BASE=<git ref or file> compares with another base
	@node spec/contract-diff/main.ts $(if $(BASE),'$(BASE)')

contract-clients: $(installed) ## compile and run clients of seven generators; CLIENT=java runs one
	@node test/tools/witnesses/clients/command.ts $(CLIENT)

contract-fuzz: $(installed) ## run Schemathesis against a server; SEED=1 repeats a run, EXAMPLES=50 sets its length
	@SEED='$(SEED)' EXAMPLES='$(EXAMPLES)' node test/tools/witnesses/fuzz/command.ts

contract-witness: $(installed) ## run the tests through Prism, which validates each request and response; FILE=test/end-to-end runs a part
	@node test/tools/witnesses/prism/command.ts $(FILE)

types: $(installed) ## check types, lint rules and formatting
	@node test/tools/types.ts
	@prettier --check --log-level warn $(formatted)

test: $(installed) ## run the tests; FILE=test/features/scoring runs a part (files, folders), BACKEND=services uses the services, TIMES=yes lists durations
	@node test/tools/gate/run.ts $(if $(BACKEND),--backend $(BACKEND)) $(if $(TIMES),--times) $(FILE)

chaos: $(installed) ## run each chaos scenario 20 times; takes two hours
	@node test/tools/chaos.ts

verify: $(installed) ## run all tests and checks
	@node test/tools/gate/run.ts --checks $(if $(TIMES),--times)

eval: $(installed) ## measure the built-in engine on the labelled set; ENGINE=groq measures a model, ENGINE=replay recorded answers (QUIRKS=1 distorts them); LANGUAGES=yes measures German, French and Spanish; ABLATE=all measures what each part contributes, ABLATE=negation one part; FIT=yes fits the weights
	@node test/tools/eval/$(if $(filter replay,$(ENGINE)),replay/eval.ts $(if $(QUIRKS),--quirks $(QUIRKS)),$(if $(FIT),fit.ts,eval.ts $(if $(ENGINE),--engine $(ENGINE)) $(if $(FAULTS),--faults) $(if $(LANGUAGES),--languages) $(if $(ABLATE),--ablate '$(ABLATE)')))

eval-reading: $(installed) ## measure how well resumes are read, by format, with hidden text and broken files
	@node test/tools/eval/reading/eval.ts

image-check: $(installed) ## build and run the image without a Docker engine, as root with buildah and debootstrap
	@node test/tools/image/check.ts

bench: $(installed) ## compare performance with hand-written peers; ROW=submit runs a part, ROUNDS=5 sets the rounds, BASE=<commit> also measures a commit, LONG=yes takes hours
	@$(if $(LONG),$(long)) node load/bench/bench.ts --row '$(ROW)' --base '$(BASE)' --rounds $(or $(ROUNDS),5) $(if $(LONG),--long)

load: $(installed) ## load-test the service and its limits in five minutes; SCENARIO=limits runs one scenario, BACKEND=services uses the services
	@$(foreach name,SCENARIO BACKEND SECONDS PORT OUT BASE KEY REMOTE,$(name)='$($(name))') node load/run.ts
