import { Link } from 'react-router-dom';
import type { Block, Inline, Passage } from './document.js';
import styles from './legal-page.module.css';

/** Gives the number of a section by its id. */
export type NumberOf = (id: string) => string;

const InlineText = ({ inline, numberOf }: { inline: Inline; numberOf: NumberOf }) => {
  if (typeof inline === 'string') return inline;
  switch (inline.kind) {
    case 'emphasis':
      return <strong>{inline.words}</strong>;
    case 'section':
      return (
        <Link to={`#${inline.id}`}>
          section{'\u00a0'}
          {numberOf(inline.id)}
        </Link>
      );
    case 'link':
      return /^[/#]/.test(inline.to) ? (
        <Link to={inline.to}>{inline.words}</Link>
      ) : (
        <a href={inline.to} rel="noreferrer">
          {inline.words}
        </a>
      );
  }
};

// The text never changes while it is shown, so the place of a piece is its identity.
const keyed = <Item,>(items: readonly Item[]) => items.map((item, place) => ({ item, key: `${place}` }));

export const PassageText = ({ passage, numberOf }: { passage: Passage; numberOf: NumberOf }) =>
  keyed(passage).map(({ item, key }) => <InlineText key={key} inline={item} numberOf={numberOf} />);

const BlockText = ({ block, numberOf }: { block: Block; numberOf: NumberOf }) => {
  switch (block.kind) {
    case 'paragraph':
    case 'notice':
      return (
        <p className={block.kind === 'notice' ? styles.notice : undefined}>
          <PassageText passage={block.passage} numberOf={numberOf} />
        </p>
      );
    case 'bullets':
      return (
        <ul>
          {keyed(block.items).map(({ item, key }) => (
            <li key={key}>
              <PassageText passage={item} numberOf={numberOf} />
            </li>
          ))}
        </ul>
      );
    case 'entries':
      return (
        <dl className={styles.entries}>
          {block.entries.map(({ term, passage }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>
                <PassageText passage={passage} numberOf={numberOf} />
              </dd>
            </div>
          ))}
        </dl>
      );
  }
};

export const Blocks = ({ blocks, numberOf }: { blocks: readonly Block[]; numberOf: NumberOf }) =>
  keyed(blocks).map(({ item, key }) => <BlockText key={key} block={item} numberOf={numberOf} />);
