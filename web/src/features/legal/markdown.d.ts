declare module '*.md' {
  const legal: import('./document.js').LegalDocument;
  export default legal;
}
