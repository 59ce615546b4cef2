import { splitHeard } from '../../client/transcript/agentLine.ts';
import type { AgentLine, CallNote, Line } from '../../client/transcript/lines.ts';
import type { Transcript } from '../../client/transcript/transcript.ts';
import { createElement, keepAtEnd, listView, requireElement, timeText } from '../dom.ts';

/** Creates the view of the conversation. Announces each finished line to screen readers. */
export function conversationView(root: ParentNode): (conversation: Transcript) => void {
  const list = requireElement(root, 'lines', HTMLOListElement);
  const saying = requireElement(root, 'saying', HTMLParagraphElement);
  const hint = requireElement(root, 'conversation-hint', HTMLParagraphElement);
  const announce = announcer(requireElement(root, 'announcement', HTMLParagraphElement));
  let msPerCharacter = 0;
  let shown: Transcript | undefined;
  const show = listView<Line>(list, { keyOf: ({ key }) => key, draw: (line) => lineOf(line, msPerCharacter) });
  return (conversation) => {
    if (conversation === shown) return;
    shown = conversation;
    msPerCharacter = conversation.msPerCharacter;
    const follow = keepAtEnd(list);
    show([...conversation.earlier, ...conversation.lines]);
    saying.textContent = conversation.pending.map(({ text }) => text).join(' ');
    saying.hidden = conversation.pending.length === 0;
    hint.hidden = conversation.lines.length + conversation.earlier.length > 0 || !saying.hidden;
    announce(conversation.lines);
    follow();
  };
}

const SPEAKERS: Readonly<Record<Line['kind'], string>> = { user: 'You', agent: 'Agent', calls: 'Calls' };

function lineOf(line: Line, msPerCharacter: number): HTMLElement {
  const state = line.kind === 'agent' ? ` ${line.state}` : '';
  const time = createElement('span', 'time', timeText(line.atMs));
  const who = createElement('span', 'who', SPEAKERS[line.kind]);
  return createElement('li', `line ${line.kind}${state}`, time, who, contentOf(line, msPerCharacter));
}

function contentOf(line: Line, msPerCharacter: number): HTMLElement {
  if (line.kind === 'user') return createElement('p', '', line.text);
  if (line.kind === 'agent') return agentText(line, msPerCharacter);
  return createElement('ul', '', ...line.calls.map(callOf));
}

/** Creates the text of an agent line: the heard, the upcoming and the cut part. */
function agentText(line: AgentLine, msPerCharacter: number): HTMLElement {
  const { heard, coming } = splitHeard(line, msPerCharacter);
  const cut = line.cut.trim();
  const unheard =
    cut === '' ? [] : [' ', createElement('del', '', createElement('span', 'visually-hidden', 'not heard: '), cut)];
  return createElement('p', '', heard, ...(coming === '' ? [] : [createElement('span', 'coming', coming)]), ...unheard);
}

function callOf({ name, arguments: given, result, acknowledged, progress }: CallNote): HTMLElement {
  const call = createElement('code', '', `${name}(${given === '{}' ? '' : given})`);
  const inBackground = progress === undefined ? 'is running in the background' : `is running: ${progress}`;
  const running = acknowledged === undefined ? 'is running' : inBackground;
  const state = createElement('span', 'result', result === null ? running : `gave ${result || 'nothing'}`);
  state.title = acknowledged ?? '';
  return createElement('li', '', call, ' ', state);
}

/** Announces lines that will no longer change. */
function announcer(target: HTMLElement): (lines: readonly Line[]) => void {
  const announced = new Set<string>();
  return (lines) => {
    if (lines.length === 0) announced.clear();
    for (const line of lines) {
      const words = finalWords(line);
      if (words === null || announced.has(line.key)) continue;
      announced.add(line.key);
      target.textContent = words;
    }
  };
}

function finalWords(line: Line): string | null {
  if (line.kind === 'user') return `You: ${line.text}`;
  if (line.kind !== 'agent' || line.state !== 'over') return null;
  return line.cut === '' ? `Agent: ${line.text}` : `Agent, interrupted: ${line.text}`;
}
