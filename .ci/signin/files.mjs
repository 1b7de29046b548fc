// Looks at files in a real browser, reports and recordings: node files.mjs FOLDER|- FILE...
//
// Each file is opened at 1280 and 390 pixels, with and without script: it asks for nothing
// but itself, nothing is wider than the window, and axe finds nothing; a recording is looked
// at in its first, middle and last moment. FOLDER gets pictures of the first file: of a
// recording those moments; else on a screen, on a phone and in print (with pdftoppm). - gets
// none. It ends with 1 and says what is wrong.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import { chromium } from 'playwright-core'

const [folder, ...files] = process.argv.slice(2)
const wrong = []
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
})

for (const file of files) {
  const name = basename(file, '.html')
  for (const javaScriptEnabled of [true, false]) {
    const page = await (await browser.newContext({ javaScriptEnabled })).newPage()
    const asked = []
    page.on('request', (r) => asked.push(r.url()))
    page.on('console', (m) => { if (m.type() === 'error') wrong.push(`${name}: ${m.text()}`) })
    await page.goto(pathToFileURL(file).href)
    if (!(await page.locator('h1').innerText())) wrong.push(`${name}: no title`)
    const plays = await page.locator('#reel').count() > 0
    if (!javaScriptEnabled && plays && !(await page.locator('noscript').innerText()).trim()) wrong.push(`${name}: nothing without script`)
    if (!javaScriptEnabled) {
      if (asked.length !== 1) wrong.push(`${name}: asked for ${asked.join(' ')}`)
      continue
    }
    const pictured = folder !== '-' && file === files[0]
    if (plays) await moments(page, name, pictured)
    for (const [kind, width] of [['screen', 1280], ['phone', 390]]) {
      await page.setViewportSize({ width, height: 844 })
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      if (wide > width) wrong.push(`${name}: ${wide} px wide at ${width}`)
      if (pictured && !plays) await page.screenshot({ path: `${folder}/${name}-${kind}.png` })
    }
    if (!plays) await rules(page, name)
    if (asked.length !== 1) wrong.push(`${name}: asked for ${asked.join(' ')}`)
    console.log(`${name}: ${asked.length} request`)
    if (pictured && !plays) await printed(page, `${folder}/${name}-print.png`)
  }
}
await browser.close()

// rules has axe look at a page as it stands.
async function rules(page, what) {
  await page.evaluate(axe.source)
  const { violations, passes } = await page.evaluate(() => axe.run())
  for (const v of violations) wrong.push(`${what}: ${v.help}: ${v.nodes.map((n) => n.html).join(' ')}`)
  if (passes.length < 20) wrong.push(`${what}: axe looked at ${passes.length} rules only`)
  console.log(`${what}: ${passes.length} rules of axe hold, ${violations.length} do not`)
}

// moments looks at a recording that stands still: in each moment it shows another screen,
// and tells what is told there.
async function moments(page, name, pictured) {
  const seen = new Set()
  await page.setViewportSize({ width: 1280, height: 960 })
  if (await page.locator('#play').innerText() === 'Stop') await page.locator('#play').click()
  for (const share of [0, 0.5, 1]) {
    const what = `${name} at ${share * 100} %`
    const told = await page.evaluate((share) => {
      const reel = JSON.parse(document.getElementById('reel').textContent), slider = document.getElementById('slider')
      slider.value = Math.round(share * (reel.frames.length - 1))
      slider.dispatchEvent(new Event('input'))
      return reel.captions[reel.frames[slider.value][1]]
    }, share)
    const screen = await page.locator('#screen').innerText(), caption = await page.locator('#caption').innerText()
    if (screen.split('\n').filter((l) => l.trim()).length < 10) wrong.push(`${what}: shows little: ${screen}`)
    if (caption !== told) wrong.push(`${what}: tells “${caption}”, not “${told}”`)
    seen.add(screen)
    await rules(page, what)
    if (pictured) await page.screenshot({ path: `${folder}/${name}-${share * 100}.png` })
  }
  if (seen.size < 3) wrong.push(`${name}: three moments show ${seen.size} screens`)
}

// printed is a picture of a page in print: its first two sheets of paper and its last two.
async function printed(page, path) {
  const sheets = mkdtempSync(join(tmpdir(), 'report-'))
  await page.pdf({ path: join(sheets, 'all.pdf'), preferCSSPageSize: true })
  execFileSync('pdftoppm', ['-r', '58', '-png', join(sheets, 'all.pdf'), join(sheets, 'sheet')])
  const all = readdirSync(sheets).filter((f) => f.endsWith('.png')).sort()
  const some = [...new Set([...all.slice(0, 2), ...all.slice(-2)])]
  const images = some.map((f) => `<img width=480 src="data:image/png;base64,${readFileSync(join(sheets, f)).toString('base64')}">`)
  const wall = await (await browser.newContext({ viewport: { width: 480 * some.length, height: 679 } })).newPage()
  await wall.setContent(`<body style="margin:0;display:flex">${images.join('')}</body>`)
  await wall.screenshot({ path })
}
if (wrong.length) {
  console.error(wrong.join('\n'))
  process.exit(1)
}
