// npx antiphon serve dist/examples/handoff/agent.js: the reception answers the line.
export { reception as agent } from './agents.ts';
