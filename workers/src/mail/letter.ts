import { escapeHtml } from '@groundswell/platform';

/** A mail without its address: paragraphs, and the few actions it offers. */
export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string } | undefined;
  /** Shown below the action: notes, and what else the reader can do. */
  readonly footnotes: readonly Footnote[];
}

interface Footnote {
  readonly text: string;
  readonly url?: string;
}

/** Plain-text version. */
export const textOf = ({ paragraphs, action, footnotes }: Letter): string =>
  [
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...footnotes.map(({ text, url }) => (url ? `${text}\n${url}` : text)),
    'Groundswell',
  ].join('\n\n');

/** Mail programs ignore style sheets, so the brand's few colors are set on each element. */
const styles = {
  page: 'margin:0;padding:32px 16px;background:#FAF8F3;color:#10242E;font:16px/1.5 system-ui,sans-serif',
  card: 'max-width:520px;margin:0 auto;padding:32px;background:#FFFFFF;border-radius:18px',
  name: 'margin:0 0 24px;font-weight:600;color:#0B6E69',
  action:
    'display:inline-block;margin:8px 0 16px;padding:12px 24px;border-radius:24px;background:#0B6E69;color:#FFFFFF;text-decoration:none',
  footnote: 'margin:16px 0 0;font-size:14px;color:#51636B',
  link: 'color:#0B6E69',
} as const;

/**
 * The same words as the text version, with simple styles: no images, no scripts, nothing loaded from
 * elsewhere.
 */
export const htmlOf = ({ subject, paragraphs, action, footnotes }: Letter): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escapeHtml(subject)}</title></head><body style="${styles.page}"><div style="${styles.card}">`,
    `<p style="${styles.name}">Groundswell</p>`,
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    action
      ? `<p><a style="${styles.action}" href="${escapeHtml(action.url)}">${escapeHtml(action.label)}</a></p>`
      : '',
    ...footnotes.map(({ text, url }) =>
      url
        ? `<p style="${styles.footnote}"><a style="${styles.link}" href="${escapeHtml(url)}">${escapeHtml(text)}</a></p>`
        : `<p style="${styles.footnote}">${escapeHtml(text)}</p>`,
    ),
    '</div></body></html>',
  ].join('\n');
