import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Button } from '../../components/button/button.js';
import { Page } from '../../components/page/page.js';
import type { LegalDocument, Section } from './document.js';
import styles from './legal-page.module.css';
import { Blocks } from './prose.js';

/** Scrolls to and focuses the section in the URL: a link within the page does not move the focus. */
const useSectionOfAddress = () => {
  const { hash, key } = useLocation();
  // `key` changes with every navigation, so that the same link works twice.
  useEffect(() => {
    if (!key || !hash) return;
    const target = document.getElementById(hash.slice(1));
    target?.scrollIntoView();
    // Runs after the layout has focused the new page's heading.
    queueMicrotask(() => target?.focus({ preventScroll: true }));
  }, [hash, key]);
};

const Contents = ({ sections }: { sections: readonly Section[] }) => (
  <nav className={styles.contents} aria-labelledby="contents">
    <h2 id="contents">Contents</h2>
    <ol>
      {sections.map(({ id, title, number }) => (
        <li key={id}>
          <span aria-hidden="true">{number}</span>
          <Link to={`#${id}`}>{title}</Link>
        </li>
      ))}
    </ol>
  </nav>
);

const SectionText = ({ section: { id, number, title, blocks, subsections } }: { section: Section }) => (
  <section aria-labelledby={id}>
    <h2 id={id} tabIndex={-1}>
      {number}. {title}
    </h2>
    <Blocks blocks={blocks} />
    {subsections.map((part) => (
      <section key={part.id} aria-labelledby={part.id}>
        <h3 id={part.id} tabIndex={-1}>
          {part.number} {part.title}
        </h3>
        <Blocks blocks={part.blocks} />
      </section>
    ))}
  </section>
);

/** A legal text with a contents list, for phones, wide screens and print. */
export const LegalPage = ({ legal }: { legal: LegalDocument }) => {
  useSectionOfAddress();
  return (
    <Page title={legal.title} lead={legal.dated}>
      <div className={styles.legal}>
        <div className={styles.opening}>
          <Blocks blocks={legal.introduction} />
          <Button variant="secondary" size="small" onClick={() => window.print()}>
            Print or save
          </Button>
        </div>
        <Contents sections={legal.sections} />
        <div className={styles.text}>
          <section className={styles.short} aria-labelledby="in-short">
            <h2 id="in-short">In short</h2>
            <Blocks blocks={legal.inShort} />
            <p>This summary is only a guide. The full text below is what counts.</p>
          </section>
          {legal.sections.map((section) => (
            <SectionText key={section.id} section={section} />
          ))}
        </div>
      </div>
    </Page>
  );
};
