import { addPlayback, addToTranscript, createCall, emptyTranscript, splitHeard } from '/client/index.js';

const find = (id) => document.querySelector(`#${id}`);
const [talk, mute, sound, status, level] = ['talk', 'mute', 'sound', 'status', 'level'].map(find);
const [failure, lines, typing] = ['failure', 'lines', 'typing'].map(find);

/** What the page says while a call is in a state. */
const STATES = {
  idle: 'Press Talk and say hello.',
  starting: 'One moment …',
  live: 'Speak, and interrupt whenever you like.',
  reconnecting: 'The connection is lost. Reconnecting …',
  ended: 'The conversation is over. Press Talk for another one.',
};
const LEFT = 'left';
let call;
let isMuted = false;

talk.addEventListener('click', () => (isUnderWay() ? call.end() : begin()));
mute.addEventListener('click', () => setMuted(!isMuted));
typing.addEventListener('submit', (event) => {
  event.preventDefault();
  const { text } = typing.elements;
  if (text.value !== '') call.say(text.value);
  text.value = '';
});
// A reload ends the call, and the page says so.
addEventListener('pagehide', () => {
  if (!isUnderWay()) return;
  sessionStorage.setItem(LEFT, 'true');
  call.end();
});
if (sessionStorage.getItem(LEFT) !== null)
  failure.textContent = 'The conversation has ended: the page was loaded anew.';
sessionStorage.removeItem(LEFT);

function isUnderWay() {
  return call?.state === 'live' || call?.state === 'reconnecting';
}

function begin() {
  let transcript = emptyTranscript;
  const show = (next) => {
    transcript = next;
    lines.replaceChildren(
      ...transcript.lines.map((line) => drawLine(line, transcript.msPerCharacter)),
      ...drawPending(transcript),
    );
  };
  const fail = (error) => (failure.textContent = error.message);
  failure.textContent = '';
  show(transcript);
  call = createCall();
  call.on('state', showState);
  call.on('message', (message) => show(addToTranscript(transcript, message)));
  call.on('playback', (playback) => show(addPlayback(transcript, playback)));
  call.on('level', ({ input }) => (level.value = isMuted ? 0 : input));
  // Every click lets paused sound run again: the button needs no handler.
  call.on('audio', (audio) => {
    sound.hidden = audio === 'running';
    if (audio === 'running') failure.textContent = '';
  });
  call.on('error', fail);
  setMuted(false);
  call.start().catch(fail);
}

function showState(state) {
  status.textContent = STATES[state];
  talk.textContent = isUnderWay() ? 'Hang up' : 'Talk';
  talk.disabled = state === 'starting';
  for (const element of [mute, typing]) element.hidden = !isUnderWay();
  if (isUnderWay()) return;
  level.value = 0;
  sound.hidden = true;
}

function setMuted(now) {
  isMuted = now;
  call.mute(now);
  mute.setAttribute('aria-pressed', String(now));
  mute.textContent = now ? 'Unmute' : 'Mute';
}

/** Draws the user's words and the agent's: heard, still to come, and cut off. */
function drawLine(line, msPerCharacter) {
  if (line.kind === 'user') return create('li', 'user', `You: ${line.text}`);
  if (line.kind === 'calls') {
    const calls = line.calls.map(({ name, result }) => `${name} = ${result ?? '…'}`);
    return create('li', 'calls', calls.join(', '));
  }
  const { heard, coming } = splitHeard(line, msPerCharacter);
  return create(
    'li',
    'agent',
    create('b', '', 'Agent: '),
    heard,
    create('span', 'coming', coming),
    create('del', '', line.cut),
  );
}

/** Draws the interim transcript. */
function drawPending({ pending }) {
  const text = pending.map((part) => part.text).join(' ');
  return text === '' ? [] : [create('li', 'user', create('i', '', `You: ${text}`))];
}

function create(name, className, ...parts) {
  const element = document.createElement(name);
  element.className = className;
  element.append(...parts);
  return element;
}
