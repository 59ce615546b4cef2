import { addPlayback, addToTranscript, createCall, emptyTranscript, splitHeard } from '/client/index.js';

const button = document.querySelector('#talk');
const failure = document.querySelector('#failure');
const lines = document.querySelector('#lines');
let call;

button.addEventListener('click', () => {
  if (call?.state === 'live' || call?.state === 'reconnecting') call.end();
  else talk();
});

function talk() {
  let transcript = emptyTranscript;
  const show = (next) => {
    transcript = next;
    lines.replaceChildren(...transcript.lines.flatMap((line) => drawLine(line, transcript.msPerCharacter)));
  };
  failure.textContent = '';
  call = createCall();
  call.on(
    'state',
    (state) => (button.textContent = { live: 'Hang up', reconnecting: 'Reconnecting …' }[state] ?? 'Talk'),
  );
  call.on('message', (message) => show(addToTranscript(transcript, message)));
  call.on('playback', (playback) => show(addPlayback(transcript, playback)));
  call.on('error', (error) => (failure.textContent = error.message));
  call.start().catch((error) => (failure.textContent = error.message));
}

/** Draws what the user typed or spoke, and what was heard of the agent. */
function drawLine(line, msPerCharacter) {
  if (line.kind === 'calls') return [];
  const item = document.createElement('li');
  item.textContent = line.kind === 'user' ? `You: ${line.text}` : `Agent: ${splitHeard(line, msPerCharacter).heard}`;
  return [item];
}
