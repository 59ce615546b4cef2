// The server of `npm start`, without warming its engines.
import { serve } from 'antiphon/server';
import { concierge } from '../../../dist/examples/concierge/agent.js';

const server = await serve({ agent: concierge, port: 0 });
console.log(server.url);
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
