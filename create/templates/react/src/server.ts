import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { antiphon, drain } from 'antiphon/server';
import { fastify } from 'fastify';
import { agent } from './agent.ts';
import { ENGINES } from './engines.ts';

const PAGE = join(import.meta.dirname, '../page/dist');
const { PORT = '3000', HOST = '127.0.0.1', PUBLIC_URL } = process.env;

const app = fastify({ logger: { level: 'warn' } });
await app.register(antiphon, { agent, public_url: PUBLIC_URL });
await app.register(fastifyStatic, { root: PAGE });
app.get('/engines', () => ENGINES);
console.log(`Open ${await app.listen({ port: Number(PORT), host: HOST })}`);
console.log(ENGINES);
process.once('SIGINT', () => void app.close());
// Conversations may finish, for up to 30 s; /readyz tells a load balancer.
process.once('SIGTERM', () => void drain(app).finally(() => app.close()));
