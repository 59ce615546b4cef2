/** What stands before the rules: the law in one table, and how the rest is read. */
export const FRONT = `
# The law of turn-taking

What users hear is decided by these rules: who may speak when, what interrupts, what counts as heard. Names in \`code\` are
settings ([configuration](configuration.md)), with their defaults; what has none is fixed.

| | What happens | Settings | |
|---|---|---|---|
| When does speech start? | After 0.05 s of voice without a pause; 0.5 s from before it are heard, too. | \`min_speech_duration\` 0.05 s, \`activation_threshold\` 0.5, \`prefix_padding_duration\` 0.5 s | [3](#3-voice-activity) |
| When does it end? | After 0.55 s of silence, at once when the microphone is muted. | \`min_silence_duration\` 0.55 s | [3](#3-voice-activity) |
| What ends your turn? | The latest of: the end of the speech, 0.5 s since its last sound, the recogniser's words. By default 0.58 s after the last sound. | \`min_endpointing_delay\` 0.5 s | [4](#4-when-you-have-finished-speaking) |
| You go on before it is committed? | The words add up to one turn. | | [4](#4-when-you-have-finished-speaking) |
| You make a sound, and no words? | No turn; the model is not asked. | | [4](#4-when-you-have-finished-speaking) |
| You speak before the answer is audible? | It waits. Words call it off, a cough does not, and noise holds it back for 3 s at most. | | [5](#5-while-you-speak-the-agent-does-not-begin) |
| What interrupts the agent? | Half a second of voice, and so many words if that is set. | \`interrupt_time_threshold\` 0.5 s, \`interrupt_word_threshold\` 0, \`allow_interruptions\` true | [6](#6-how-you-interrupt) |
| An interruption without words? | The agent takes up what was not heard. | \`resume_after_false_interruption\` true | [6](#6-how-you-interrupt) |
| Words below the thresholds? | They are kept: a turn by itself if said within 2 s of the agent's end, else in front of your next one. | | [7](#7-what-you-say-below-the-thresholds-is-overheard) |
| What does the model think it said? | The whole words that were played, and no more. | | [8](#8-what-was-heard) |
| In which order do events come? | In one, in every session, numbered without a gap. | | [9](#9-history-and-events) |
| Functions? | One round a turn, in parallel; 30 s each; an interruption ends them. | \`max_nested_function_calls\` 1, \`timeout\` and \`uninterruptible\` of each function | [10](#10-functions) |
| A model or a voice fails? | What is there is spoken. A model has 10 s to begin and 5 s to go on, a voice 5 s and 3 s. | | [11](#11-failures-are-turns-too) |
| A model that foresees the end of a turn? Echo? | The one is yours to put in, the other the browser's to cancel. | | [13](#13-what-is-not-here-and-where-you-would-put-it) |

## How to read it

Each section says what holds in general. Below it stand its rules, folded; unfold one to see it played just below, at and just
above its edge, as a whole session in virtual time: speech recognition, voice and model are doubles that do exactly what is
shown, everything else is what runs in production. The pictures and the lines above them are written by the tests that check
them (\`test/law\`).

A line such as \`two windows, 64 ms → speech\` is a case and what came of it. In the picture below it \`[…]\` lasts, \`└…\` happens
at once, and time, compressed where nothing happens, is counted from the left edge: \`user\` is what the user says, \`speech\` what
voice activity detection makes of it, \`typed\` what they type, \`message\` the user's message as it is committed, \`agent\` what the
client plays, \`function\` a call until its result, \`reported\` a failure or a diagnostic. A case without a picture ends as the one
above it does, and looks like it but for the value it names. Where no case of a rule has one, there is nothing to see.

What broke elsewhere, case by case, and what happens here: [turn cases](turn-cases.md).
`;
