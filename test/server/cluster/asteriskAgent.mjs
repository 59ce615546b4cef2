// The same agent, on nodes that take calls of an Asterisk. The key 0 ends the session.
import { agent as echo, options as doubles } from './agent.mjs';

export const agent = {
  ...echo,
  on_digits: ({ digits, session }) => {
    if (digits === '0') session.end();
    else return digits;
  },
};

export const options = { ...doubles, asterisk: { password: 'a-secret-of-the-server' } };
