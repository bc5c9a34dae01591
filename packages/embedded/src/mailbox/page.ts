import type { KeptMail } from '@groundswell/contracts';
import { escapeHtml } from '@groundswell/platform';

const withLinks = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);

const style = `
  body { margin: 0; padding: 32px 16px; background: #FAF8F3; color: #10242E; font: 16px/1.5 system-ui, sans-serif }
  main { max-width: 720px; margin: 0 auto }
  article { margin: 16px 0; padding: 24px; background: #FFFFFF; border-radius: 18px; overflow-wrap: anywhere }
  h1, h2 { margin: 0 } h2 { font-size: 20px }
  pre { margin: 16px 0 0; font: inherit; white-space: pre-wrap }
  a { color: #0B6E69 } p { margin: 4px 0; color: #51636B }
  @media (prefers-color-scheme: dark) {
    body { background: #0B171D; color: #EAF1F2 } article { background: #12222A }
    a { color: #4FD1C5 } p { color: #A3B4BA }
  }`;

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const momentText = (instant: string): string =>
  Number.isNaN(Date.parse(instant)) ? instant : `${moment.format(new Date(instant))} UTC`;

const articleOf = ({ id, to, keptAt, subject, text }: KeptMail): string => `
  <article>
    <h2>${escapeHtml(subject)}</h2>
    <p>To ${escapeHtml(to)}, <time datetime="${escapeHtml(keptAt)}">${escapeHtml(momentText(keptAt))}</time>,
      <a href="/mailbox/${escapeHtml(id)}">as it looks</a></p>
    <pre>${withLinks(text)}</pre>
  </article>`;

/** The mails of this instance on one page, with working links. */
export const pageOf = (mails: readonly KeptMail[]): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8"><meta name="viewport" content="width=device-width">
  <title>Mailbox</title><style>${style}</style>
</head>
<body><main>
  <h1>Mailbox</h1>
  <p>For development: emails are kept here instead of being sent, until SMTP_URL is set.</p>
  ${mails.map(articleOf).join('') || '<article><p>No mail yet.</p></article>'}
</main></body>
</html>`;
