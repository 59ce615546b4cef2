import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { antiphon } from 'antiphon/server';
import { fastify } from 'fastify';
import { agent } from './agent.ts';

const PAGE = join(import.meta.dirname, '../page/dist');
const { PORT = '3000', HOST = '127.0.0.1', PUBLIC_URL } = process.env;

const app = fastify({ logger: { level: 'warn' } });
await app.register(antiphon, { agent, public_url: PUBLIC_URL });
await app.register(fastifyStatic, { root: PAGE });
console.log(`Open ${await app.listen({ port: Number(PORT), host: HOST })}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close());
