import { Link } from 'react-router-dom';
import type { Block, Inline, Passage } from './document.js';
import styles from './legal-page.module.css';

const InlineText = ({ inline }: { inline: Inline }) => {
  if (typeof inline === 'string') return inline;
  if ('strong' in inline) return <strong>{inline.strong}</strong>;
  return /^[/#]/.test(inline.to) ? (
    <Link to={inline.to}>{inline.words}</Link>
  ) : (
    <a href={inline.to} rel="noreferrer">
      {inline.words}
    </a>
  );
};

// The text never changes while shown, so an index can serve as key.
const keyed = <Item,>(items: readonly Item[]) => items.map((item, place) => ({ item, key: `${place}` }));

const PassageText = ({ passage }: { passage: Passage }) =>
  keyed(passage).map(({ item, key }) => <InlineText key={key} inline={item} />);

const BlockText = ({ block }: { block: Block }) => {
  switch (block.kind) {
    case 'paragraph':
    case 'notice':
      return (
        <p className={block.kind === 'notice' ? styles.notice : undefined}>
          <PassageText passage={block.passage} />
        </p>
      );
    case 'bullets':
      return (
        <ul>
          {keyed(block.items).map(({ item, key }) => (
            <li key={key}>
              <PassageText passage={item} />
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
                <PassageText passage={passage} />
              </dd>
            </div>
          ))}
        </dl>
      );
  }
};

export const Blocks = ({ blocks }: { blocks: readonly Block[] }) =>
  keyed(blocks).map(({ item, key }) => <BlockText key={key} block={item} />);
