import { ENGINES } from './engines.ts';
import { listen } from './listen.ts';

const { PORT = '3000', HOST = '127.0.0.1', PUBLIC_URL, TWILIO_AUTH_TOKEN } = process.env;
if (PUBLIC_URL === undefined || TWILIO_AUTH_TOKEN === undefined)
  throw new Error(
    'Set PUBLIC_URL to the https address of this server, and TWILIO_AUTH_TOKEN to the auth token of your account.',
  );

const server = await listen({ port: Number(PORT), host: HOST, publicUrl: PUBLIC_URL, authToken: TWILIO_AUTH_TOKEN });
console.log(`Listening on ${server.url}. The webhook of your number at Twilio: ${PUBLIC_URL}/v1/twilio/voice`);
console.log(ENGINES);
process.once('SIGINT', () => void server.close());
