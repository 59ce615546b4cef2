/** Wraps a body of SVG as a picture that follows the reader's light or dark scheme. */
export function svg(width, height, label, body) {
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${escaped(label)}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><style>
svg { --ink: #1b2430; --faint: #5a6270; --rule: #ddd6c7; --paper: #fffdf8; --user: #0f6a80; --agent: #96530a; --cut: #b3261e; }
@media (prefers-color-scheme: dark) { svg { --ink: #e8e6e1; --faint: #a3a9b3; --rule: #3c4350; --paper: #171b21; --user: #63c5dc; --agent: #f0b060; --cut: #ff8a80; } }
rect.paper { fill: var(--paper); }
text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; fill: var(--ink); }
text.edge { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 12px; fill: var(--user); }
text.agent { fill: var(--agent); }
text.faint { fill: var(--faint); font-size: 12px; }
text.cut { fill: var(--cut); }
.box { fill: none; stroke: var(--ink); }
.floor { fill: var(--ink); fill-opacity: 0.06; stroke: var(--ink); }
.line { fill: none; stroke: var(--faint); }
.rule { stroke: var(--rule); }
.bar { fill: var(--user); fill-opacity: 0.3; }
.bar.agent { fill: var(--agent); }
.dot { fill: var(--user); stroke: var(--user); }
.dot.agent { fill: var(--agent); stroke: var(--agent); }
.dot.hollow { fill: var(--paper); }
.dot.cut { fill: var(--cut); stroke: var(--cut); }
line.cut { stroke: var(--cut); stroke-dasharray: 3 3; }
</style><defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" style="fill: var(--faint)"/></marker></defs>
<rect class="paper" width="${width}" height="${height}"/>
${body.join('\n')}
</svg>
`;
}

/** Draws a text; `kind` is its class. */
export function text(x, y, content, kind = '', anchor = 'start') {
  const look = kind === '' ? '' : ` class="${kind}"`;
  const at = anchor === 'start' ? '' : ` text-anchor="${anchor}"`;
  return `<text x="${round(x)}" y="${round(y)}"${look}${at}>${escaped(content)}</text>`;
}

export function round(value) {
  return Math.round(value * 10) / 10;
}

function escaped(content) {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
