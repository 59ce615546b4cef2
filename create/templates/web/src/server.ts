import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { antiphon, drain } from 'antiphon/server';
import { fastify } from 'fastify';
import { agent } from './agent.ts';
import { ENGINES } from './engines.ts';

const PAGE = join(import.meta.dirname, '../page');
const CLIENT = dirname(createRequire(import.meta.url).resolve('antiphon/client'));
const { PORT = '3000', HOST = '127.0.0.1', PUBLIC_URL } = process.env;

const app = fastify({ logger: { level: 'warn' } });
await app.register(antiphon, { agent, public_url: PUBLIC_URL });
await app.register(fastifyStatic, { root: PAGE });
await app.register(fastifyStatic, { root: CLIENT, prefix: '/client/', decorateReply: false });
app.get('/engines', () => ENGINES);
console.log(`Open ${await app.listen({ port: Number(PORT), host: HOST })}`);
console.log(ENGINES);
process.once('SIGINT', () => void app.close());
// Conversations may finish, for up to 30 s; /readyz tells a load balancer.
process.once('SIGTERM', () => void drain(app).finally(() => app.close()));
