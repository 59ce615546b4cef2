import type { Section } from './rule.ts';

/** What stands behind the rules, for those who come from another framework. */
export const elsewhere: readonly Section[] = [
  {
    title: '12 If you come from LiveKit Agents or Pipecat',
    intro: `
Durations are in seconds, as in their Python. What stands in brackets is an earlier or a later name of theirs.

| LiveKit Agents | Here |
|---|---|
| Silero's \`min_speech_duration\`, \`min_silence_duration\`, \`prefix_padding_duration\`, \`max_buffered_speech\`, \`activation_threshold\` | the same names, in \`VAD.Silero\` |
| \`min_endpointing_delay\` (\`endpointing.min_delay\`) | \`min_endpointing_delay\`, always counted from the last sound |
| \`max_endpointing_delay\` (\`endpointing.max_delay\`) | none: there is no model of turn ends that could ask for longer |
| \`allow_interruptions\` (\`interruption.enabled\`) | \`allow_interruptions\`, for the session |
| \`min_interruption_duration\` (\`interruption.min_duration\`) | \`interrupt_time_threshold\` |
| \`min_interruption_words\` (\`interruption.min_words\`) | \`interrupt_word_threshold\` |
| \`resume_false_interruption\` | \`resume_after_false_interruption\` |
| \`false_interruption_timeout\` | none: it is taken up when it is known that nothing was said |
| \`discard_audio_if_uninterruptible\` | none: nothing that is said is thrown away |
| \`max_tool_steps\` | \`max_nested_function_calls\` |
| \`preemptive_generation\` | none: the model is asked once, at the commit |

| Pipecat | Here |
|---|---|
| \`VADParams\`: \`confidence\`, \`start_secs\`, \`stop_secs\` | \`activation_threshold\`, \`min_speech_duration\`, \`min_silence_duration\` in \`VAD.Silero\` |
| \`SpeechTimeoutUserTurnStopStrategy\`: \`user_speech_timeout\` | \`min_endpointing_delay\`, counted from the last sound, not from the end of the speech |
| \`allow_interruptions\` (\`enable_interruptions\`) | \`allow_interruptions\` |
| \`MinWordsInterruptionStrategy\` (\`MinWordsUserTurnStartStrategy\`): \`min_words\` | \`interrupt_word_threshold\`, beside \`interrupt_time_threshold\` |
| \`cancel_on_interruption=False\` of a function | \`uninterruptible: true\` |`,
    rules: [],
  },
  {
    title: '13 What is not here, and where you would put it',
    intro: `
**A model of turn ends**, such as LiveKit's turn detector (from the words) or Smart Turn (from the sound). Here silence and words
end a turn. A model of your own goes into the \`endpointing\` stage, which you wrap or replace
([three ways in](sessions.md#three-ways-in), [an example](../examples/replaced-endpointing.ts)): what flows through it is voice
activity with the audio of each segment, \`edges.transcript\` brings the words and \`history\` the conversation. What it emits says
when the turn is over; the words are those that were heard. It may be earlier than the standard stage, or hold back what that one
emits; if it does, let it drop what it holds when speech starts again, and hold nothing for ever.

**Echo cancellation.** The session takes what it hears for the user's voice. [The client](client.md) asks the browser for echo
cancellation, noise suppression and automatic gain when it opens the microphone; audio that you bring in yourself is yours to
clean. An agent that still hears itself interrupts itself, unless \`allow_interruptions\` is false.

**A timer for silent users, tones of a keypad, several speakers in one audio stream.** A session that is quiet stays quiet. A
timer is a subscription to [the edges](sessions.md#the-edges) and a \`say()\`.`,
    rules: [],
  },
];
