/** The colours of a drawing, named as in the page's style sheet. */
export type Colours = Readonly<Record<ColourName, string>>;

type ColourName = 'sheet' | 'ink' | 'quiet' | 'rule' | 'user' | 'agent' | 'model' | 'functions' | 'cut';

export const LIGHT: Colours = {
  sheet: '#fffdf8',
  ink: '#1b2430',
  quiet: '#5a6270',
  rule: '#ddd6c7',
  user: '#0f6a80',
  agent: '#96530a',
  model: '#5b4b9a',
  functions: '#3d6b35',
  cut: '#b3261e',
};

export const DARK: Colours = {
  sheet: '#191f27',
  ink: '#ece7dc',
  quiet: '#a4abb6',
  rule: '#2f3742',
  user: '#79c7dc',
  agent: '#eeb265',
  model: '#b3a5ee',
  functions: '#95c98a',
  cut: '#ff8a80',
};

/** The style of a timeline. Its colours are custom properties: `--user`, `--agent` … */
export const STYLE = `
svg.timeline { display: block; overflow: visible; }
.timeline { font: 11px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; font-variant-numeric: tabular-nums; }
.timeline text { fill: var(--quiet); stroke: var(--sheet); stroke-width: 3px; stroke-linejoin: round; paint-order: stroke; }
.timeline path { fill: none; stroke: var(--quiet); }
.timeline .axis .staff, .timeline .axis .grid, .timeline .staff { stroke: var(--rule); }
.timeline .axis .grid { stroke-dasharray: 1 4; }
.timeline .gap { fill: var(--quiet); }
.timeline rect.gap { opacity: 0.14; }
.timeline text.gap { stroke: none; }
.timeline path.wave { stroke: none; }
.timeline path.wave.user { fill: var(--user); }
.timeline path.wave.agent { fill: var(--agent); }
.timeline .label.user, .timeline .label.windows, .timeline .label.vad, .timeline .label.words { fill: var(--user); }
.timeline .bar.user { fill: var(--user); opacity: 0.3; }
.timeline .bar.vad { fill: var(--user); }
.timeline path.window { fill: var(--user); stroke: none; opacity: 0.35; }
.timeline path.window.voice { opacity: 0.9; }
.timeline .threshold { stroke: var(--ink); stroke-dasharray: 2 3; opacity: 0.6; }
.timeline text.spoken { fill: var(--user); font-weight: 600; }
.timeline text.spoken.interim { fill: var(--quiet); font-style: italic; font-weight: 400; }
.timeline .thread { stroke: var(--user); opacity: 0.5; }
.timeline .marble { fill: var(--sheet); stroke-width: 1.5; }
.timeline .marble.interim { stroke: var(--user); }
.timeline .marble.final { fill: var(--user); stroke: var(--user); }
.timeline .label.model, .timeline text.chunk { fill: var(--model); }
.timeline .bar.model { fill: var(--model); fill-opacity: 0.28; stroke: var(--model); }
.timeline .bar.model.thinking { fill: none; }
.timeline .bar.model.superseded, .timeline .bar.model.interrupted { stroke-dasharray: 3 2; }
.timeline .bar.model.failed { stroke: var(--cut); }
.timeline .marble.chunk { fill: var(--model); stroke: none; }
.timeline .label.functions, .timeline text.function, .timeline .bar.function { fill: var(--functions); }
.timeline .bar.function.background { fill-opacity: 0.22; }
.timeline text.function.inside { stroke: none; }
.timeline .label.voice, .timeline .label.agent { fill: var(--agent); }
.timeline .bar.voice { fill: var(--agent); fill-opacity: 0.28; stroke: var(--agent); }
.timeline .bar.voice.waiting { fill: none; }
.timeline path.wait { stroke: var(--quiet); }
.timeline text.wait, .timeline text.turn { fill: var(--ink); }
.timeline .bar.agent { fill: var(--agent); opacity: 0.34; }
.timeline .bar.unheard { fill: none; stroke: var(--agent); stroke-dasharray: 2 3; opacity: 0.7; }
.timeline text.heard { fill: var(--agent); }
.timeline .never { fill: var(--quiet); stroke: none; text-decoration: line-through; }
.timeline .marble.user { fill: var(--user); stroke: var(--user); }
.timeline .marble.agent { fill: var(--agent); stroke: var(--agent); }
.timeline .marble.function { fill: var(--functions); stroke: var(--functions); }
.timeline .marble.cut { fill: var(--cut); stroke: var(--cut); }
.timeline .marble.open { fill: var(--sheet); }
.timeline text.event.user { fill: var(--user); }
.timeline text.event.agent { fill: var(--agent); }
.timeline text.event.function { fill: var(--functions); }
.timeline text.event.cut { fill: var(--cut); }
.timeline .interruption path { stroke: var(--cut); stroke-dasharray: 3 3; }
.timeline .interruption .sign { fill: var(--cut); stroke: none; }
.timeline .ground { fill: var(--sheet); }
.timeline .title { fill: var(--ink); font: 600 17px "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif; }
`;

/**
 * Returns the style of a stand-alone picture, for light and dark mode. It uses no custom properties, because some
 * viewers lack them.
 */
export function standaloneStyle(): string {
  return `${inked(LIGHT)}@media (prefers-color-scheme: dark) {${inked(DARK)}}`;
}

function inked(colours: Colours): string {
  return STYLE.replace(/var\(--(\w+)\)/g, (unknown, name: string) => (isColour(name) ? colours[name] : unknown));
}

function isColour(name: string): name is ColourName {
  return name in LIGHT;
}
