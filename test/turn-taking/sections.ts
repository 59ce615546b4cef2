import type { Section } from './createRule.ts';
import { deferred } from './rules/deferred.ts';
import { echo } from './rules/echo.ts';
import { endOfTurn } from './rules/endOfTurn.ts';
import { failures } from './rules/failures.ts';
import { functions } from './rules/functions.ts';
import { heard } from './rules/heard.ts';
import { history } from './rules/history.ts';
import { holding } from './rules/holding.ts';
import { impatience } from './rules/impatience.ts';
import { interruption } from './rules/interruption.ts';
import { noise } from './rules/noise.ts';
import { phrases } from './rules/phrases.ts';
import { resuming } from './rules/resuming.ts';
import { voiceActivity } from './rules/voiceActivity.ts';

/** One section for each chapter of the guide, in its order. */
export const sections: readonly Section[] = [
  {
    title: 'Voice activity',
    intro: `
Voice is found in windows of 32 ms. A duration is reached at the end of the first window that reaches it: 0.05 s are 2 windows,
0.5 s are 16 (512 ms), 0.55 s are 18 (576 ms). Guide: [When speech starts and ends](turn-taking.md#when-speech-starts-and-ends).`,
    rules: voiceActivity,
  },
  {
    title: 'The end of a turn',
    intro: `
A turn is committed at the latest of three: the end of its last segment, \`min_endpointing_delay\` after the last voiced sample,
the settlement of all its segments. Guide: [When the user's turn ends](turn-taking.md#when-the-users-turn-ends).`,
    rules: endOfTurn,
  },
  {
    title: 'Holding a reply',
    intro: `
While a segment is open or a turn waits for its commit, no audio of a reply begins: the reply is held. Guide:
[When the agent waits](turn-taking.md#when-the-agent-waits).`,
    rules: [...holding, ...noise],
  },
  {
    title: 'Words while the agent works',
    intro: `
What the user says while a reply is prepared, or a function runs, and nothing of the reply can be heard. Guide:
[What words do while the agent works](turn-taking.md#what-words-do-while-the-agent-works).`,
    rules: impatience,
  },
  {
    title: 'Interruption',
    intro: `
While the agent is audible, the user interrupts with \`interrupt_time_threshold\` of voice in one segment and
\`interrupt_word_threshold\` words. Guide: [What interrupts the agent](turn-taking.md#what-interrupts-the-agent).`,
    rules: [...interruption, ...phrases, ...resuming, ...echo],
  },
  {
    title: 'Speech over the agent',
    intro: `
Speech that does not interrupt is answered when the agent has finished. It is never lost. Guide:
[What happens to short remarks](turn-taking.md#what-happens-to-short-remarks).`,
    rules: deferred,
  },
  {
    title: 'Heard text',
    intro: `
The history holds what the client has played of a reply, in whole words. Guide:
[What counts as heard](turn-taking.md#what-counts-as-heard).`,
    rules: heard,
  },
  {
    title: 'History and events',
    intro: `
The names of [events](events.md) are shortened here: \`user_started\` is \`on_user_started_speaking\`, \`collected\` is
\`on_function_calls_collected\`, and so on. Guide: [History and events](turn-taking.md#history-and-events).`,
    rules: history,
  },
  {
    title: 'Functions',
    intro: `
The calls of a round run in parallel when its stream has ended. Each gets exactly one result. Guide:
[Functions](turn-taking.md#functions).`,
    rules: functions,
  },
  {
    title: 'Failures',
    intro: `
A failure ends the generation of a reply. It is reported, and the session continues. Guide:
[Failures and timeouts](turn-taking.md#failures-and-timeouts).`,
    rules: failures,
  },
];
