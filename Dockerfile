# syntax=docker/dockerfile:1
# All packages bring their binaries along, for both platforms: nothing is compiled.
FROM node:26-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY locales ./locales
COPY src ./src
RUN npm run build

FROM node:26-trixie-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# Of SQLite, neither its sources nor its builds for other systems: 25 MB.
RUN npm ci --omit=dev \
  && cd node_modules/@keyv/sqlite/node_modules/sqlite3 \
  && find deps src prebuilds -type f ! -path "prebuilds/linux-$(node -p process.arch)/*.glibc.node" -delete

FROM node:26-trixie-slim
# tini passes signals on and collects what is left of ended processes. npm and its like are not needed to run Easel.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates tini \
  && rm -rf /var/lib/apt/lists/* /usr/local/lib/node_modules /opt/yarn* \
    /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg \
  && install -d -o node -g node -m 700 /data
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY locales ./locales
COPY package.json LICENSE ./
ENV NODE_ENV=production \
  DATA_DIR=/data \
  HTTP_HOST=0.0.0.0 \
  HTTP_PORT=8080
# Everything else can be read-only.
VOLUME /data
EXPOSE 8080
# 1000, the user of the base image; see docs/operators/install.md when the volume belongs to another one.
USER node
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["node", "dist/app/health-check.js"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "dist/index.js"]
