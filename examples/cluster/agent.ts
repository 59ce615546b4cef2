// The module that each node serves: `antiphon serve agent.js`.
import type { ServeOptions } from 'antiphon/server';
import { ABOUT } from '../serve/describeServer.ts';
import { phrases } from '../concierge/phrases.ts';

export { concierge as agent } from '../concierge/agent.ts';

export const options: Pick<ServeOptions, 'about' | 'phrases'> = {
  about: `${ABOUT} One of three nodes serves it.`,
  phrases,
};
