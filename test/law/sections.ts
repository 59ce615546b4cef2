import { elsewhere } from './elsewhere.ts';
import type { Section } from './rule.ts';
import { endOfTurn } from './rules/endOfTurn.ts';
import { failures } from './rules/failures.ts';
import { functions } from './rules/functions.ts';
import { heard } from './rules/heard.ts';
import { history } from './rules/history.ts';
import { holding } from './rules/holding.ts';
import { interruption } from './rules/interruption.ts';
import { overheard } from './rules/overheard.ts';
import { voiceActivity } from './rules/voiceActivity.ts';

export const sections: readonly Section[] = [
  {
    title: '1 Words',
    intro: `
A *segment* is one stretch of speech. Its *voiced time* is the sum of its voiced windows. It is *settled* when it is known what
the recogniser makes of it. A *turn* is the text of one or more segments, committed as one message. A *reply* is all the agent
has to say to a turn, with its function rounds; its *speech* is the sound of it. The agent is *audible* from the first sample
sent until the last one is played or cleared, silences inside included. *Heard* is what the client has played.`,
    rules: [],
  },
  {
    title: '2 Clocks',
    intro: `
Voice activity and \`interrupt_time_threshold\` are measured in samples, all else in the monotonic time of the session: a jump of
the wall clock changes nothing. Of two things in one millisecond the one that arrives first comes first; a turn that is due in
that millisecond is committed last of all, so that speech which starts then still belongs to it.`,
    rules: [],
  },
  {
    title: '3 Voice activity',
    intro: `
Voice is found in windows of 32 ms, and every duration is met at the end of the first window that reaches it: 0.05 s are 2
windows, 0.5 s are 16 (512 ms), 0.55 s are 18 (576 ms). Only segments reach the recogniser.`,
    rules: voiceActivity,
  },
  {
    title: '4 When you have finished speaking',
    intro: `
Your turn is committed at the latest of three: the end of its last segment, the last voiced sample + \`min_endpointing_delay\`
(0.5 s), all its segments settled. With the defaults and a quick recogniser that is 0.58 s after your last sound. Speech that
starts before cancels the commit, and the words add up.`,
    rules: endOfTurn,
  },
  {
    title: '5 While you speak, the agent does not begin',
    intro: `
Neither the first sample of a reply nor one after a silence inside it begins while a segment is open or a turn waits for its
commit: the reply is *held*.`,
    rules: holding,
  },
  {
    title: '6 How you interrupt',
    intro: `
While the agent is audible you interrupt with \`interrupt_time_threshold\` (0.5 s) of voice in a stretch and, if it is set,
\`interrupt_word_threshold\` (0) words, where \`allow_interruptions\` (true) permits it. What counts is what voice activity
detection hears, and Silero goes on hearing for up to 110 ms after a sound that breaks off: bursts of 300 ms never reach 0.5 s, of
400 ms hardly ever, speech of 600 ms always does. At that instant no further audio leaves, the voice is cancelled, the client is
told to clear; when it has said how much it played, the events come, and then what was waiting.`,
    rules: interruption,
  },
  {
    title: '7 What you say below the thresholds is overheard',
    intro: `
It is never lost. When the agent has finished, a segment still open is your next turn; what you typed, what would have
interrupted had it been allowed, and a “yes” at most 2 s early is a turn by itself; all else goes in front of your next turn, in
the same message.`,
    rules: overheard,
  },
  {
    title: '8 What was heard',
    intro: `
The history holds a prefix of what was generated, in whole words: the words whose last sample your client has played.`,
    rules: heard,
  },
  {
    title: '9 History and events',
    intro: `
Handlers are called in the order of the events and never waited for; what they throw is reported and harms nothing. The history
only grows. The events of a turn are these, written short: \`user_started\` is \`on_user_started_speaking\`, \`collected\` is
\`on_function_calls_collected\`, and so on ([events](events.md)).`,
    rules: history,
  },
  {
    title: '10 Functions',
    intro: `
The calls of a round are complete when its stream ends. They are run in parallel, recorded with one result each, whatever
happens, and the handler is called again.`,
    rules: functions,
  },
  {
    title: '11 Failures are turns too',
    intro: `
A failure ends what is generated, not what is spoken; it is reported, and the session listens. No silence lacks a reported
reason.`,
    rules: failures,
  },
  ...elsewhere,
];
