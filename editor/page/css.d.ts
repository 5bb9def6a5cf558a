// Style sheets are esbuild's to bundle.
declare module '*.css';
