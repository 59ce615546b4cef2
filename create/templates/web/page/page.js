import { addPlayback, addToTranscript, createCall, emptyTranscript, isResumable, splitHeard } from '/client/index.js';

const find = (id) => document.querySelector(`#${id}`);
const [talk, mute, sound, status, level] = ['talk', 'mute', 'sound', 'status', 'level'].map(find);
const [failure, lines, typing, goOn] = ['failure', 'lines', 'typing', 'go-on'].map(find);

/** What the page says while a call is in a state. */
const STATES = {
  idle: 'Press Talk and say hello.',
  starting: 'One moment …',
  live: 'Speak, and interrupt whenever you like.',
  reconnecting: 'The connection was lost. Reconnecting …',
  ended: 'The conversation is over. Press Talk for another one.',
};
const KEPT = 'kept';
const OVER = 'The conversation has ended because the page was reloaded.';
let call;
let kept = null;
let isMuted = false;

talk.addEventListener('click', () => (isUnderWay() ? call.end() : begin()));
goOn.addEventListener('click', () => begin(kept));
mute.addEventListener('click', () => setMuted(!isMuted));
typing.addEventListener('submit', (event) => {
  event.preventDefault();
  const { text } = typing.elements;
  if (text.value !== '') call.say(text.value);
  text.value = '';
});
// The server waits while the page is reloaded: the user may continue.
addEventListener('pagehide', () => {
  if (call?.kept) sessionStorage.setItem(KEPT, JSON.stringify(call.kept));
});
addEventListener('pageshow', ({ persisted }) => persisted && sessionStorage.removeItem(KEPT));
kept = JSON.parse(sessionStorage.getItem(KEPT));
sessionStorage.removeItem(KEPT);
if (kept !== null) offer();
showEngines();

/** Says which recogniser and which voice the server uses. */
async function showEngines() {
  const answer = await fetch('/engines');
  if (answer.ok) find('engines').textContent = await answer.text();
}

async function offer() {
  const isThere = await isResumable(kept);
  if (call !== undefined) return;
  if (!isThere) return withdraw();
  goOn.hidden = false;
  status.textContent = 'The conversation waits for you.';
  setTimeout(() => goOn.hidden || withdraw(), kept.keptMs + kept.waitMs - Date.now());
}

function withdraw() {
  goOn.hidden = true;
  failure.textContent = OVER;
  status.textContent = STATES.idle;
}

function isUnderWay() {
  return call?.state === 'live' || call?.state === 'reconnecting';
}

/** Starts a call, or goes on with a session. */
function begin(session) {
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
  goOn.hidden = true;
  show(transcript);
  call = createCall({ resume: session });
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
  call.start().catch((error) => (session && error.code === 'connection_lost' ? withdraw() : fail(error)));
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
    ' ',
    create('del', '', line.cut.trim()),
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
