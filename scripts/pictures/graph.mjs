import { svg, text } from './svg.mjs';

/** Where each edge has its name: x, y, side. */
const EDGE_PLACES = {
  audioIn: [104, 42, 'user'],
  textIn: [96, 162, 'user'],
  dtmf: [104, 102, 'user'],
  activity: [275, 42, 'user'],
  transcript: [470, 42, 'user'],
  interruption: [470, 142, 'user'],
  userTurn: [100, 302, 'agent'],
  reply: [276, 302, 'agent'],
  speech: [468, 302, 'agent'],
  playout: [634, 302, 'agent'],
  functionCalls: [492, 362, 'agent'],
  functionResults: [618, 362, 'agent'],
  metrics: [60, 422, 'agent'],
};

/** Where each stage has its box: x and y of the middle. */
const STAGE_PLACES = {
  vad: [215, 50],
  digits: [215, 110],
  transcribe: [410, 50],
  endpointing: [410, 100],
  interruption: [410, 150],
  llmTurn: [215, 310],
  speak: [390, 310],
  pace: [575, 310],
  functions: [390, 370],
};

const HALF_WIDTH = 48;
const HALF_HEIGHT = 15;

const LINES = [
  'M20 50H167',
  'M263 50H362',
  'M340 50V150H362',
  'M340 100H362',
  'M458 50H720V206',
  'M458 100H670V206',
  'M458 150H620V206',
  'M20 110H167',
  'M215 125V206',
  'M20 170H160V206',
  'M80 252V310H167',
  'M263 310H342',
  'M326 310V370H342',
  'M438 310H527',
  'M623 310H740',
  'M438 370H730V254',
  'M700 310V254',
  'M326 310V254',
  'M40 252V430H130',
];

/** Draws the graph of a session. @throws Error where the picture has no place for an edge or a stage, or one too many */
export function drawGraph(edges, stages) {
  checkSame('edges', edges, Object.keys(EDGE_PLACES));
  checkSame('stages', stages, Object.keys(STAGE_PLACES));
  return svg(780, 450, 'The graph of a session', [
    ...LINES.map((path) => `<path class="line" d="${path}" marker-end="url(#tip)"/>`),
    '<rect class="floor" x="20" y="208" width="740" height="44" rx="6"/>',
    text(390, 228, 'the floor', '', 'middle'),
    text(390, 244, '(state, event) → (state, decisions)', 'faint', 'middle'),
    ...stages.map(stageBox),
    ...edges.map(edgeName),
    text(20, 42, 'microphone', 'faint'),
    text(20, 102, 'telephone', 'faint'),
    text(20, 162, 'keyboard', 'faint'),
    text(470, 92, 'the end of the turn', 'faint'),
    text(745, 314, 'client', 'faint'),
    text(332, 275, 'generated', 'faint'),
    text(695, 275, 'played', 'faint', 'end'),
    text(735, 345, 'done', 'faint'),
    text(138, 434, 'your code', 'faint'),
  ]);
}

function stageBox(name) {
  const [x, y] = STAGE_PLACES[name];
  const box = `<rect class="box" x="${x - HALF_WIDTH}" y="${y - HALF_HEIGHT}" width="${2 * HALF_WIDTH}" height="${2 * HALF_HEIGHT}" rx="4"/>`;
  return box + text(x, y + 4, name, '', 'middle');
}

function edgeName(name) {
  const [x, y, side] = EDGE_PLACES[name];
  return text(x, y, name, `edge ${side}`);
}

function checkSame(what, fromCode, drawn) {
  const differing = [
    ...fromCode.filter((name) => !drawn.includes(name)),
    ...drawn.filter((name) => !fromCode.includes(name)),
  ];
  if (differing.length > 0) throw new Error(`scripts/pictures/graph.mjs: ${what} that differ: ${differing.join(', ')}`);
}
