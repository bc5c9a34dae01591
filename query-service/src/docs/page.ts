import { createHash } from 'node:crypto';
import type { Call } from '@groundswell/contracts';
import { escapeHtml } from '@groundswell/platform';
import type { z } from 'zod';
import { schemaOf } from './open-api.js';

const style = `
:root { color-scheme: light dark; --line: #8886; --soft: #8881; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { margin-bottom: 0; }
h2 { margin-top: 2.5rem; font-size: 1.1rem; border-top: 1px solid var(--line); padding-top: 1rem; overflow-wrap: anywhere; }
code, pre { font: 14px/1.45 ui-monospace, monospace; }
pre { background: var(--soft); padding: .75rem; overflow-x: auto; border-radius: 6px; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: .15rem 1rem .15rem 0; vertical-align: top; }
summary { cursor: pointer; }
.access { font-weight: normal; opacity: .75; }
`;

/** Allows this one style sheet and nothing else: the page has no script. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

interface Property {
  readonly type?: string;
  readonly anyOf?: readonly Property[];
  readonly enum?: readonly unknown[];
  readonly maxLength?: number;
  readonly pattern?: string;
}

const typeOf = ({ type, anyOf, enum: values, maxLength, pattern }: Property): string =>
  [
    type ?? anyOf?.map(({ type: one }) => one).join(' or ') ?? 'any',
    values ? `one of ${values.map((value) => JSON.stringify(value)).join(', ')}` : '',
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    pattern ? `matches ${pattern}` : '',
  ]
    .filter(Boolean)
    .join(', ');

const fields = (title: string, schema: z.ZodType | undefined): string => {
  if (!schema) return '';
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Property>;
    required?: string[];
  };
  const lines = Object.entries(properties).map(
    ([name, property]) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(typeOf(property))}</td><td>${required.includes(name) ? 'required' : ''}</td></tr>`,
  );
  return lines.length > 0 ? `<h3>${title}</h3><table>${lines.join('')}</table>` : '';
};

const section = ([name, call]: [string, Call]): string => `
<section id="${escapeHtml(name)}">
<h2><code>${call.method} ${escapeHtml(call.path)}</code> <span class="access">${call.access}</span></h2>
<p>${escapeHtml(call.summary)}.</p>
${fields('In the path', call.params)}${fields('In the query', call.query)}${fields('In the body', call.body)}
<details><summary>Answer (${escapeHtml(call.produces ?? 'application/json')})</summary><pre>${escapeHtml(JSON.stringify(schemaOf(call.response, 'output'), null, 2))}</pre></details>
</section>`;

/** The contract as one HTML page that needs no script. */
export const pageOf = (calls: Readonly<Record<string, Call>>): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Groundswell API</title><style>${style}</style></head>
<body>
<h1>Groundswell API</h1>
<p>Also as an <a href="/api/docs/openapi.json">OpenAPI 3.1 document</a>. Refusals are <code>application/problem+json</code>:
<code>code</code> is stable, <code>error</code> is for people, <code>fields</code> names each faulty field. A command returns the <code>position</code> of its change; send it as <code>read-after</code>, and the answer reflects the change.</p>
<ul>${Object.entries(calls)
  .map(
    ([name, call]) => `<li><a href="#${escapeHtml(name)}">${call.method} ${escapeHtml(call.path)}</a></li>`,
  )
  .join('')}</ul>
${Object.entries(calls).map(section).join('')}
</body>
</html>`;
