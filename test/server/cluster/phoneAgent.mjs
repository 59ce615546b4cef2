// The same agent, on nodes that take calls over Twilio.
import { agent, options as doubles } from './agent.mjs';

export { agent };

export const options = {
  ...doubles,
  authenticate: () => ({ name: 'test', scopes: ['sessions:start', 'sessions:read', 'metrics'] }),
  public_url: 'https://voice.example.com',
  twilio: { auth_token: 'the auth token of the account' },
};
