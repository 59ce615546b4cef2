import { serve } from 'antiphon/server';
import { agent } from './agent.ts';
import { ENGINES } from './engines.ts';

const { PORT = '3000', HOST = '127.0.0.1' } = process.env;

// With API keys in ANTIPHON_API_KEYS, clients need one, and HOST may be another than loopback.
const server = await serve({ agent, port: Number(PORT), host: HOST, realtime: {}, page: false });
console.log(`Clients connect to ${server.url.replace('http', 'ws')}/v1/realtime`);
console.log(ENGINES);
process.once('SIGINT', () => void server.close());
