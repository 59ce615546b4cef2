import { createHmac } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../src/listen.ts';

const TOKEN = 'a token of the test';
const PUBLIC_URL = 'https://voice.example.com';
const CALL = {
  CallSid: 'CA1',
  From: '+15550100',
  To: '+15550199',
  AccountSid: 'AC1',
  CallStatus: 'ringing',
  Direction: 'inbound',
};

/** Signs a request as Twilio does: https://www.twilio.com/docs/usage/security */
function sign(token: string): string {
  const fields = Object.entries(CALL)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flat()
    .join('');
  return createHmac('sha1', token).update(`${PUBLIC_URL}/v1/twilio/voice${fields}`).digest('base64');
}

test.each([
  ['is connected to the agent', TOKEN, 200],
  ['of somebody else is refused', 'another token', 401],
])('a call %s', async (_what, token, status) => {
  const server = await listen({ port: 0, host: '127.0.0.1', publicUrl: PUBLIC_URL, authToken: TOKEN });
  onTestFinished(() => server.close());
  const response = await fetch(`${server.url}/v1/twilio/voice`, {
    method: 'POST',
    headers: { host: 'voice.example.com', 'x-twilio-signature': sign(token) },
    body: new URLSearchParams(CALL),
  });
  expect(response.status).toBe(status);
});
