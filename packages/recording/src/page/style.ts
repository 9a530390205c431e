/** The whole look of a page, for light and dark, wide and narrow, and for paper. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #fff; --ink: #1c2128; --soft: #59636e; --edge: #d8dee4; --code: #f3f5f8;
  --link: #0a5bd0; --here: #fff3c4; --new: #9a6700; --bad: #b3261e; --badbg: #fdeceb; --hide: #8250df;
  --c0: #0a66c2; --c1: #1a7f37; --c2: #8250df; --c3: #bf3989; --c4: #9a6700; --c5: #0f7b83; --c6: #bc4c00; --c7: #57606a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1318; --card: #171c23; --ink: #e2e7ee; --soft: #98a3b0; --edge: #2c343f; --code: #11161d;
    --link: #7ab7ff; --here: #4a3d10; --new: #e3b341; --bad: #ff8a80; --badbg: #3a1a1a; --hide: #c4a1ff;
    --c0: #6cb2ff; --c1: #5dd17c; --c2: #c4a1ff; --c3: #ff8fc7; --c4: #e3b341; --c5: #55d3d8; --c6: #ffab70; --c7: #a9b3be;
  }
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif;
  display: grid; grid-template-columns: 17rem minmax(0, 1fr); align-items: start }
code, pre, .k, .v, .path { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: 13px }
a { color: var(--link); text-decoration: none }
a:hover { text-decoration: underline }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px }
h1, h2, h3, h4, p, ul, ol, dl, pre { margin: 0; padding: 0 }
.top { grid-column: 1 / -1; padding: 1.75rem 2rem 1rem; background: var(--card); border-bottom: 1px solid var(--edge) }
h1 { font-size: 1.6rem; line-height: 1.2; letter-spacing: -.01em; overflow-wrap: anywhere }
.path { color: var(--soft); overflow-wrap: anywhere }
dl { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin-top: .9rem }
dt { color: var(--soft); font-size: 12px }
dd { margin: 0; font-variant-numeric: tabular-nums }
small { color: var(--soft); font-size: 12px }
.top nav { display: flex; gap: 1.25rem; margin-top: 1rem }
#stops { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 1.25rem .75rem 2rem 1.25rem; scrollbar-width: thin }
h2 { font-size: 1.05rem; line-height: 1.35 }
#stops h2 { padding: 0 .5rem .4rem; font-size: 12px; color: var(--soft); font-weight: 600 }
#stops ol { list-style: none }
#stops a { display: grid; grid-template-columns: 2.2rem 1fr auto; gap: .4rem; align-items: baseline; padding: .2rem .5rem;
  border-radius: 6px; color: inherit; font-size: 13px }
#stops a:hover { background: var(--card); text-decoration: none }
#stops a[aria-current] { background: var(--card); box-shadow: inset 3px 0 var(--link) }
#stops b { color: var(--soft); font-weight: 500; font-variant-numeric: tabular-nums }
#stops span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
#stops i { font-style: normal; font-size: 11px; color: var(--soft) }
#stops .x b, #stops .x i { color: var(--bad) !important; font-weight: 600 }
main { padding: 1.25rem 2rem 4rem .75rem; min-width: 0 }
article, section { background: var(--card); border: 1px solid var(--edge); border-radius: 10px; padding: 1rem 1.25rem; margin-bottom: 1rem }
article { content-visibility: auto; contain-intrinsic-size: auto 360px }
article.x { border-color: var(--bad) }
article:target { box-shadow: 0 0 0 2px var(--link) }
article header { display: grid; grid-template-columns: 1fr auto; gap: .1rem 1rem; margin-bottom: .75rem }
article header p { grid-column: 1; color: var(--soft) }
article header nav { grid-column: 2; grid-row: 1; display: flex; gap: .25rem }
article header nav a { border: 1px solid var(--edge); border-radius: 6px; padding: 0 .6rem }
h2 a { display: inline-block; min-width: 1.8rem; padding: 0 .4rem; margin-right: .3rem; text-align: center; color: var(--card);
  background: var(--soft); border-radius: 6px; font-variant-numeric: tabular-nums }
.x h2 a { background: var(--bad) }
.why { color: var(--ink) }
.x .why { color: var(--bad) }
time { font-variant-numeric: tabular-nums; color: var(--soft); font-size: 13px }
.chip { display: inline-block; padding: 0 .5rem; border: 1px solid currentColor; border-radius: 99px; font-size: 12px; line-height: 1.5;
  color: var(--soft); max-width: 14rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; vertical-align: bottom }
.two { display: grid; grid-template-columns: minmax(0, 11fr) minmax(0, 9fr); gap: 1.25rem; align-items: start }
.s { background: var(--code); border: 1px solid var(--edge); border-radius: 8px; padding: .5rem 0; overflow-x: auto; line-height: 1.55; tab-size: 4 }
.s mark { display: block; background: var(--here); color: inherit }
.s u { display: inline-block; width: 3.4rem; padding-right: .9rem; text-align: right; color: var(--soft); text-decoration: none; user-select: none }
.s mark u { color: var(--ink); font-weight: 700 }
h4 { font-size: 12px; color: var(--soft); font-weight: 600; margin: .6rem 0 .15rem }
h4:first-child { margin-top: 0 }
ul.v { list-style: none; line-height: 1.6 }
.v .v { margin-left: .45rem; padding-left: .8rem; border-left: 1px solid var(--edge) }
.v li { overflow-wrap: anywhere; padding-left: 1rem }
.v details { margin-left: -1rem }
.v summary { padding-left: 1rem; list-style: none; cursor: pointer; position: relative }
.v summary::-webkit-details-marker { display: none }
.v summary::before { content: "▸"; position: absolute; left: .1rem; color: var(--soft) }
.v details[open] > summary::before { content: "▾" }
.v b { font-weight: 600; margin-right: .6rem }
.v i { color: var(--soft); font-style: normal; font-size: 12px; margin-left: .6rem }
.v em { color: var(--new); font-style: normal; font-size: 12px; margin-left: .6rem }
.v .c > b, .v .c > code, .v .c > details > summary > b, .v .c > details > summary > code { color: var(--new) }
.v .r { color: var(--hide) }
.v .m, .k .m, .n, .q { color: var(--soft) }
.q { font-size: 13px; margin-top: .6rem }
.e { background: var(--badbg); color: var(--bad); border-radius: 8px; padding: .6rem .9rem; margin: .75rem 0; overflow-wrap: anywhere }
article .e { margin: 0 0 .9rem }
.e a { margin-left: .5rem; white-space: nowrap }
.e pre { white-space: pre-wrap; color: var(--ink); margin-top: .4rem }
article > details, .two details details, section > details { margin-top: .6rem }
article > details > summary, section > details > summary { color: var(--soft); font-size: 13px; cursor: pointer }
.two > div > details > summary { color: var(--soft); font-size: 13px; cursor: pointer; margin-top: .5rem }
.k { padding-left: 1.6rem }
.k span { color: var(--soft) }
.o { background: var(--code); border: 1px solid var(--edge); border-radius: 8px; padding: .6rem .9rem; margin-top: .5rem; overflow: auto; max-height: 28rem; white-space: pre-wrap; overflow-wrap: anywhere }
.err { color: var(--bad) }
.lanes { overflow-x: auto; margin-top: .6rem }
svg { display: block; width: 100%; min-width: 34rem; font: 13px system-ui, sans-serif; fill: var(--ink) }
svg line { stroke: var(--edge) }
circle { fill: var(--soft) }
a:hover circle { stroke: var(--ink); stroke-width: 2 }
circle.output { opacity: .45 }
.t { list-style: none; margin-top: .5rem }
.t li { display: grid; grid-template-columns: 5.5rem 9rem minmax(0, 1fr); gap: .75rem; align-items: baseline; padding: .15rem 0; overflow-wrap: anywhere }
.t .chip { justify-self: start; max-width: 9rem }
.t time { text-align: right }
.t .crash > span:last-child { color: var(--bad) }
.t .output code { color: var(--soft) }
${['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7'].map((name) => `.${name} { color: var(--${name}) !important } circle.${name} { fill: var(--${name}) }`).join('\n')}
circle.crash { fill: var(--bad) }
@media (max-width: 60rem) {
  body { display: block }
  .top { padding: 1.25rem 1rem }
  #stops { position: static; max-height: 16rem; padding: .75rem 1rem }
  main { padding: .5rem .75rem 3rem }
  .two { grid-template-columns: minmax(0, 1fr) }
  .t li { grid-template-columns: 5rem minmax(0, 1fr) }
  .t li > span:last-child { grid-column: 1 / -1 }
}
@media print {
  body { display: block; background: none }
  #stops { position: static; max-height: none }
  article { content-visibility: visible; break-inside: avoid }
}
`
