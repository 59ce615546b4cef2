// The module that each node serves: `antiphon serve agent.js`.
import type { ServeOptions } from 'antiphon/server';
import { describeConcierge } from '../serve/describeServer.ts';
import { phrases } from '../concierge/phrases.ts';

export { concierge as agent } from '../concierge/agent.ts';

export const options: Pick<ServeOptions, 'about' | 'phrases'> = {
  about: `${describeConcierge(process.env)} One of three nodes serves it.`,
  phrases,
};
