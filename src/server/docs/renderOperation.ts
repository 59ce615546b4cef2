import type { Content, HttpMethod, OpenApiResponse, Operation, Parameter } from './openApiDocument.ts';
import { html, renderProse, type Html } from './html.ts';
import { renderType } from './renderSchema.ts';

/** An operation with its method and path. */
export interface PlacedOperation {
  readonly method: HttpMethod;
  readonly path: string;
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
}

export function renderOperation({ method, path, operation, parameters }: PlacedOperation): Html {
  const { operationId, summary, requestBody, responses, security = [] } = operation;
  const body = requestBody === undefined ? html`` : html`<h4>Body</h4><p>${renderContent(requestBody.content)}</p>`;
  return html`<section id="${operationId}" class="operation">
<h3><span class="method ${method}">${method.toUpperCase()}</span> <code class="path">${path}</code></h3>
<p>${renderProse(summary)} <small>operationId <code>${operationId}</code></small></p>
${renderParameters(parameters)}${renderSecurity(security)}${body}
<h4>Answers</h4>
<dl>${Object.entries(responses).map(renderResponse)}</dl>
</section>
`;
}

function renderParameters(parameters: readonly Parameter[]): Html {
  if (parameters.length === 0) return html``;
  const items = parameters.map(
    ({ name, in: place, description }) =>
      html`<dt><code>${name}</code> <small>${place}</small></dt><dd>${renderProse(description)}</dd>`,
  );
  return html`<h4>Parameters</h4><dl>${items}</dl>`;
}

/** Renders the security schemes. An empty alternative means that some servers need no credentials. */
function renderSecurity(security: NonNullable<Operation['security']>): Html {
  const schemes = security.flatMap((alternative) => Object.keys(alternative));
  if (schemes.length === 0) return html``;
  const verb = security.some((alternative) => Object.keys(alternative).length === 0) ? 'Takes' : 'Needs';
  return html`<p>${verb} ${schemes.map((scheme) => html`<a href="${`#${scheme}`}">${scheme}</a> `)}</p>`;
}

function renderResponse([status, { description, content, headers = {} }]: [string, OpenApiResponse]): Html {
  const sent = Object.entries(headers).map(
    ([name, { description }]) => html`<br>Header <code>${name}</code>: ${description}`,
  );
  const body = content === undefined ? html`` : html`<br>${renderContent(content)}`;
  return html`<dt class="status">${status}</dt><dd>${renderProse(description)}${sent}${body}</dd>
`;
}

function renderContent(content: Content): Html {
  const bodies = Object.entries(content).map(
    ([type, { schema }]) => html`${renderType(schema)} <small>${type}</small> `,
  );
  return html`${bodies}`;
}
