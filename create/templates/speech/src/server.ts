import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { antiphon, drain } from 'antiphon/server';
import { fastify } from 'fastify';
import { createAgent } from './agent.ts';

const PAGE = join(import.meta.dirname, '../page');
const CLIENT = dirname(createRequire(import.meta.url).resolve('antiphon/client'));
const { PORT = '3000', HOST = '127.0.0.1', PUBLIC_URL, OPENAI_API_KEY, OPENAI_BASE_URL } = process.env;
if (!OPENAI_API_KEY)
  throw new Error(
    'Set OPENAI_API_KEY to your key of OpenAI. For another server with the same API, set OPENAI_BASE_URL, too.',
  );

const agent = createAgent({ api_key: OPENAI_API_KEY, base_url: OPENAI_BASE_URL });
const app = fastify({ logger: { level: 'warn' } });
await app.register(antiphon, { agent, public_url: PUBLIC_URL });
await app.register(fastifyStatic, { root: PAGE });
await app.register(fastifyStatic, { root: CLIENT, prefix: '/client/', decorateReply: false });
app.get('/engines', () => 'Hears and speaks with the speech model of OpenAI.');
console.log(`Open ${await app.listen({ port: Number(PORT), host: HOST })}`);
process.once('SIGINT', () => void app.close());
// Conversations may finish, for up to 30 s; /readyz tells a load balancer.
process.once('SIGTERM', () => void drain(app).finally(() => app.close()));
