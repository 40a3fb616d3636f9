# The service in one image. Runs as non-root and writes only to /data (embedded database) and /tmp.
#
#   docker build -t candidate-screening .
#   docker run --read-only --tmpfs /tmp -v screening:/data -p 8080:8080 candidate-screening
# To pin the base image by digest, see load/ops/OPERATIONS.md.
ARG NODE=node:26.10.0-bookworm-slim

FROM ${NODE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The base image includes Node, so the optional packages, which install Node, are not needed.
RUN npm ci --omit=dev --omit=optional

FROM ${NODE}
RUN mkdir /data && chown node:node /data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY generated generated
COPY workers workers
COPY src src
USER node
# Listen on all addresses: a container's network is private, and the operator decides which ports to publish.
ENV NODE_ENV=production HOST=0.0.0.0 ADMIN_HOST=0.0.0.0 DATA_DIR=/data
EXPOSE 8080 9090
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:9090/livez').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Draining takes up to 25 s, so stop with: docker stop --time 30
ENTRYPOINT ["sh", "src/start.sh"]
