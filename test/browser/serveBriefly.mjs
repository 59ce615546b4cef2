// The concierge's server in a process of its own, which waits 2 s for a client that has lost its connection. Prints its address.
import { serve } from 'antiphon/server';
import { concierge } from '../../dist/examples/concierge/agent.js';
import { phrases } from '../../dist/examples/concierge/phrases.js';

const { url } = await serve({ agent: concierge, phrases, port: 0, resume_timeout: 2 });
console.log(url);
