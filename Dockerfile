# Goldpan in a container. The database is another container (deploy/compose.yaml) or DATABASE_URL.
FROM node:24-bookworm-slim AS built
WORKDIR /goldpan
COPY . .
RUN npm ci --no-audit --no-fund && node tools/image.mjs /image

FROM node:24-bookworm-slim
WORKDIR /goldpan
COPY --from=built --chown=root:root /image /goldpan
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000 2525
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HEALTH_PORT || process.env.PORT}/api/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node itself, so that SIGTERM reaches the application and it can end its work in order.
CMD ["node", "apps/server/dist/main.js"]
