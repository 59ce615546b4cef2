import type { HttpMethod, OpenApiDocument } from './openApiDocument.ts';
import { html, renderProse, type Html } from './html.ts';
import { renderOperation, type PlacedOperation } from './renderOperation.ts';
import { renderFields } from './renderSchema.ts';
import { STYLE } from './style.ts';

const METHODS: readonly HttpMethod[] = ['get', 'post', 'delete'];

/** Renders an OpenAPI document as a page that contains no script and loads nothing. */
export function renderDocs(document: OpenApiDocument): string {
  const { info, tags } = document;
  const operations = listOperations(document);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}: the HTTP API</title>
<style>${{ html: STYLE }}</style>
</head>
<body>
<header>
<h1>${info.title}</h1>
<p>${renderProse(info.description)} For programs: <a href="openapi.json">openapi.json</a>.</p>
</header>
<nav aria-label="Contents">${renderContents(document, operations)}</nav>
<main>
${tags.map(({ name, description }) => html`<h2>${name}</h2><p>${renderProse(description)}</p>${operations.filter(isTagged(name)).map(renderOperation)}`)}
${renderSecuritySchemes(document)}
<h2>Schemas</h2>
${Object.entries(document.components.schemas).map(
  ([
    name,
    schema,
  ]) => html`<section id="${name}"><h3>${name}</h3><p>${renderProse(schema.description ?? '')}</p>${renderFields(schema)}</section>
`,
)}
</main>
</body>
</html>
`;
  return page.html;
}

function renderContents({ tags, components }: OpenApiDocument, operations: readonly PlacedOperation[]): Html {
  const lists = tags.map(
    ({ name }) => html`<h2>${name}</h2><ul>${operations.filter(isTagged(name)).map(renderEntry)}</ul>`,
  );
  const schemas = Object.keys(components.schemas).map((name) => html`<li><a href="${`#${name}`}">${name}</a></li>`);
  return html`${lists}<h2>Schemas</h2><ul>${schemas}</ul>`;
}

function renderEntry({ method, path, operation }: PlacedOperation): Html {
  return html`<li><a href="${`#${operation.operationId}`}">${method.toUpperCase()} ${path}</a></li>`;
}

function renderSecuritySchemes({ components }: OpenApiDocument): Html {
  const schemes = Object.entries(components.securitySchemes).map(
    ([name, { scheme, description }]) => html`<section id="${name}"><h3>${name}</h3>
<p><code>Authorization: ${scheme === 'bearer' ? 'Bearer' : scheme} …</code> ${renderProse(description)}</p></section>`,
  );
  return html`<h2>Credentials</h2>${schemes}`;
}

function listOperations({ paths, servers }: OpenApiDocument): readonly PlacedOperation[] {
  const prefix = servers[0]?.url.replace(/\/$/u, '') ?? '';
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      return [{ method, path: `${prefix}${path}`, operation, parameters }];
    }),
  );
}

function isTagged(tag: string): (placed: PlacedOperation) => boolean {
  return ({ operation }) => operation.tags.includes(tag);
}
