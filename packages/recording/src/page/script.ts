/**
 * An addition for who has scripts: `n` and `p` go to the next and to the previous stop, `o` opens all parts of one, and the list marks
 * the stop that is read.
 */
export const SCRIPT = `
(() => {
  const stops = [...document.querySelectorAll('article')]
  const list = document.querySelector('#stops')
  const links = new Map([...list.querySelectorAll('a')].map((link) => [link.hash.slice(1), link]))
  let shown
  const mark = (stop) => {
    if (stop === undefined || stop === shown) return
    links.get(shown?.id)?.removeAttribute('aria-current')
    shown = stop
    const link = links.get(stop.id)
    link?.setAttribute('aria-current', 'true')
    if (link !== undefined) keepInView(link)
  }
  // Only the list scrolls: scrollIntoView scrolls the page, too, away from the stop that is read.
  const keepInView = (link) => {
    const box = link.getBoundingClientRect()
    const frame = list.getBoundingClientRect()
    list.scrollTop += Math.min(0, box.top - frame.top) + Math.max(0, box.bottom - frame.bottom)
  }
  const go = (step) => {
    const stop = stops[Math.max(0, Math.min(stops.length - 1, stops.indexOf(shown) + step))]
    if (stop === undefined) return
    location.hash = stop.id
    mark(stop)
  }
  const named = () => stops.find(({ id }) => id === location.hash.slice(1))
  mark(named())
  addEventListener('hashchange', () => mark(named()))
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'n') go(1)
    if (event.key === 'p') go(-1)
    if (event.key === 'o' && shown !== undefined) {
      const parts = [...shown.querySelectorAll('details')]
      const open = parts.some((part) => !part.open)
      for (const part of parts) part.open = open
    }
  })
  const seen = new IntersectionObserver(
    (entries) => mark(entries.find((entry) => entry.isIntersecting)?.target),
    { rootMargin: '-10% 0px -80% 0px' },
  )
  for (const stop of stops) seen.observe(stop)
})()
`
