// Writes the table of the catalogue into docs/local-models.md. `--check`: only says whether it is up to date.
import { readFileSync } from 'node:fs';
import { importSource } from './importSource.mjs';
import { writePage } from './page.mjs';

const PAGE = 'docs/local-models.md';
const KINDS = { stt: 'Recognisers', tts: 'Voices', turns: 'Turn models' };
const { MODELS } = await importSource('src/models/catalogue.ts');

const page = readFileSync(PAGE, 'utf8');
const tables = Object.entries(KINDS).map(([kind, title]) => formatTable(title, kind));
writePage(
  PAGE,
  page.replace(
    /<!-- models -->[^]*<!-- end of models -->/u,
    () => `<!-- models -->\n\n${tables.join('\n\n')}\n\n<!-- end of models -->`,
  ),
);

function formatTable(title, kind) {
  const rows = MODELS.filter((model) => model.kind === kind).map(formatRow);
  const head = [
    '| Model | Languages | Size, MB | Licence | Checksum | Published figures |',
    '|---|---|---|---|---|---|',
  ];
  return [`### ${title}`, '', ...head, ...rows].join('\n');
}

function formatRow({ name, languages, files, licence, figures }) {
  const size = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  const about = files.some(({ rounded }) => rounded) ? 'about ' : '';
  const checksum = files.every(({ sha256 }) => sha256 !== null) ? 'published' : '**not published**';
  const spoken =
    languages.length > 9 ? `${languages.length}: ${languages.slice(0, 6).join(' ')} …` : languages.join(' ');
  const told = figures.map(({ text, source }) => `[${text}](${source})`).join('; ');
  return `| \`${name}\` | ${spoken} | ${about}${Math.round(size)} | [${licence.name}](${licence.url}) | ${checksum} | ${told} |`;
}
