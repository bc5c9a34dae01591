# What PostgreSQL's roles and the front server are made from: readable, whatever may be read where it comes from.
FROM postgres:18 AS postgres-roles
COPY --chmod=444 database-roles.sql /

FROM caddy:2 AS front
COPY --chmod=444 Caddyfile /etc/caddy/

# One image for all services; each is started with the command of its own. The embedded parts are not in it.
FROM node:24-bookworm-slim AS build
WORKDIR /groundswell
COPY . .
RUN chmod -R u=rwX,go=rX .
RUN npm ci --no-audit --no-fund
RUN node scripts/build.mjs
# What the services need at run time, and nothing else: no compiler, no browser driver, no embedded PostgreSQL.
RUN npm ci --omit=dev --no-audit --no-fund \
    --workspace=command-service --workspace=query-service --workspace=projections --workspace=workers --workspace=web

FROM node:24-bookworm-slim
ENV NODE_ENV=production
# As `npm start` has it, so that what a flood took goes back to the system.
ENV MALLOC_MMAP_THRESHOLD_=65536 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_ARENA_MAX=1
WORKDIR /groundswell
COPY --from=build /groundswell/package.json ./
COPY --from=build /groundswell/node_modules node_modules
COPY --from=build /groundswell/packages/contracts packages/contracts
COPY --from=build /groundswell/packages/platform packages/platform
COPY --from=build /groundswell/packages/domain packages/domain
COPY --from=build /groundswell/packages/broker packages/broker
COPY --from=build /groundswell/command-service command-service
COPY --from=build /groundswell/query-service query-service
COPY --from=build /groundswell/projections projections
COPY --from=build /groundswell/workers workers
COPY --from=build /groundswell/web web
# The one command line of operators: it knows which service carries out what.
COPY --from=build /groundswell/scripts/ops.mjs scripts/
COPY --from=build /groundswell/scripts/store-users.mjs scripts/
# A new volume takes over the owner of the directory that it is mounted on.
RUN install --directory --owner=node /uploads /checkpoints
USER node
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s --retries=5 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/health/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
