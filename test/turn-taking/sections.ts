import type { Section } from './createRule.ts';
import { background } from './rules/background.ts';
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
Voice activity detection works in windows of 32 ms. A duration is reached at the end of a window: 0.05 s after 2
windows, 0.5 s after 16 (512 ms), 0.55 s after 18 (576 ms). Guide:
[When speech starts and ends](turn-taking.md#when-speech-starts-and-ends).`,
    rules: voiceActivity,
  },
  {
    title: 'The end of a turn',
    intro: `
A turn is committed at the latest of three times: the end of its last segment, \`min_endpointing_delay\` after the last
voiced sample, and the moment when the recogniser has answered for all its segments. Guide:
[When the user's turn ends](turn-taking.md#when-the-users-turn-ends).`,
    rules: endOfTurn,
  },
  {
    title: 'Holding a reply',
    intro: `
While a segment is open or a turn waits for its commit, the session holds the reply: none of its audio begins. Guide:
[When the agent waits](turn-taking.md#when-the-agent-waits).`,
    rules: [...holding, ...noise],
  },
  {
    title: 'Words while the agent works',
    intro: `
The user speaks while the model prepares a reply or a function runs, and the reply is not audible yet. Guide:
[What words do while the agent works](waiting.md#what-hello-does).`,
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
Speech that does not interrupt is kept, and answered when the agent has finished. Guide:
[What happens to short remarks](turn-taking.md#what-happens-to-short-remarks).`,
    rules: deferred,
  },
  {
    title: 'Heard text',
    intro: `
The history holds the part of a reply that the client has played, in whole words. Guide:
[What counts as heard](turn-taking.md#what-counts-as-heard).`,
    rules: heard,
  },
  {
    title: 'History and events',
    intro: `
This section shortens the names of [events](events.md): \`user_started\` is \`on_user_started_speaking\`, \`collected\` is
\`on_function_calls_collected\`, and so on. Guide: [History and events](turn-taking.md#history-and-events).`,
    rules: history,
  },
  {
    title: 'Functions',
    intro: `
When the stream of a round has ended, its calls run in parallel. Each gets exactly one result. Guide:
[Functions](turn-taking.md#functions).`,
    rules: functions,
  },
  {
    title: 'Functions in the background',
    intro: `
A function with \`background\` runs on while the conversation goes on. The lane \`background\` shows it from its call to
its final result. Guide: [Functions in the background](background.md).`,
    rules: background,
  },
  {
    title: 'Failures',
    intro: `
A failure ends the generation of a reply. The session reports it and continues. Guide:
[Failures and timeouts](turn-taking.md#failures-and-timeouts).`,
    rules: failures,
  },
];
