import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Button } from '../../components/button/button.js';
import { Page } from '../../components/page/page.js';
import type { LegalDocument } from './document.js';
import styles from './legal-page.module.css';
import { numbersIn, type OutlineSection, outlineOf } from './outline.js';
import { Blocks, type NumberOf, PassageText } from './prose.js';

/** Takes sight and focus to the section named in the address: a link inside the page moves no focus by itself. */
const useSectionOfAddress = () => {
  const { hash, key } = useLocation();
  // `key` changes with every navigation, so that the same link works twice.
  useEffect(() => {
    if (!key || !hash) return;
    const target = document.getElementById(decodeURIComponent(hash.slice(1)));
    target?.scrollIntoView();
    // After the layout has given a new page's heading the focus.
    queueMicrotask(() => target?.focus({ preventScroll: true }));
  }, [hash, key]);
};

const Contents = ({ outline }: { outline: readonly OutlineSection[] }) => (
  <nav className={styles.contents} aria-labelledby="contents">
    <h2 id="contents">Contents</h2>
    <ol>
      {outline.map(({ id, title, number }) => (
        <li key={id}>
          <span aria-hidden="true">{number}</span>
          <Link to={`#${id}`}>{title}</Link>
        </li>
      ))}
    </ol>
  </nav>
);

const SectionText = ({ entry, numberOf }: { entry: OutlineSection; numberOf: NumberOf }) => (
  <section aria-labelledby={entry.id}>
    <h2 id={entry.id} tabIndex={-1}>
      {entry.number}. {entry.title}
    </h2>
    <Blocks blocks={entry.section.blocks} numberOf={numberOf} />
    {entry.section.subsections?.map(({ id, title, blocks }) => (
      <section key={id} aria-labelledby={id}>
        <h3 id={id} tabIndex={-1}>
          {numberOf(id)} {title}
        </h3>
        <Blocks blocks={blocks} numberOf={numberOf} />
      </section>
    ))}
  </section>
);

/** A legal text with its contents list; made to be read on a phone, on a wide screen and on paper. */
export const LegalPage = ({ legal }: { legal: LegalDocument }) => {
  useSectionOfAddress();
  const outline = outlineOf(legal);
  const numberOf = numbersIn(outline);
  return (
    <Page title={legal.title} lead={legal.dated}>
      <div className={styles.legal}>
        <div className={styles.opening}>
          <Blocks blocks={legal.introduction} numberOf={numberOf} />
          <Button variant="secondary" size="small" onClick={() => window.print()}>
            Print or save
          </Button>
        </div>
        <Contents outline={outline} />
        <div className={styles.text}>
          <section className={styles.short} aria-labelledby="in-short">
            <h2 id="in-short">In short</h2>
            <ul>
              {legal.inShort.map((passage) => (
                <li key={passage.map(String).join()}>
                  <PassageText passage={passage} numberOf={numberOf} />
                </li>
              ))}
            </ul>
            <p>This summary helps you find your way. What counts is the full text below.</p>
          </section>
          {outline.map((entry) => (
            <SectionText key={entry.id} entry={entry} numberOf={numberOf} />
          ))}
        </div>
      </div>
    </Page>
  );
};
