// Looks at the pages to sign in on in a real browser: node pages.mjs ADDRESS INVITATION [FOLDER]
//
// A person is invited, allows a program, signs out and in again, with the keyboard
// alone and without script; every page is looked at light and dark, at 320 and 1280
// pixels: nothing is wider than the window, what has the focus shows it, and axe finds
// nothing. FOLDER gets pictures. It ends with 1 and says what is wrong.
import { mkdirSync } from 'node:fs'
import axe from 'axe-core'
import { chromium } from 'playwright-core'

const [address, invitation, folder] = process.argv.slice(2)
if (folder) mkdirSync(folder, { recursive: true })
const name = process.env.NAME ?? 'planner', password = 'four plain words here'
const wrong = []

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
})

const looks = [
  { theme: 'light', width: 1280 }, { theme: 'dark', width: 1280 },
  { theme: 'light', width: 320 }, { theme: 'dark', width: 320 },
]

const reader = await (await browser.newContext()).newPage()

// look sees a page as it stands, in all looks, and says what is wrong with it. Where
// there is no script axe cannot run: it reads a copy.
async function look(page, what) {
  await reader.setContent(await page.content())
  await reader.evaluate(axe.source)
  for (const theme of ['light', 'dark']) {
    await reader.emulateMedia({ colorScheme: theme })
    const { violations } = await reader.evaluate(() => axe.run())
    for (const v of violations) wrong.push(`${what}, ${theme}: ${v.help}: ${v.nodes.map((n) => n.html).join(' ')}`)
  }
  for (const { theme, width } of looks) {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: width === 320 ? 568 : 800 })
    const at = `${what}, ${theme}, ${width} px`
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    if (wide > width) wrong.push(`${at}: ${wide} px wide`)
    if (folder) await page.screenshot({ path: `${folder}/${what}-${theme}-${width}.png`, fullPage: true })
  }
}

// focus goes on by the keyboard to what a selector names, and looks whether it shows.
async function focus(page, selector) {
  for (let i = 0; i < 20; i++) {
    if (await page.evaluate((s) => document.activeElement?.matches(s), selector)) {
      const ring = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle)
      if (ring === 'none') wrong.push(`${selector} does not show that it has the focus`)
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${selector} of ${page.url().split('?')[0]}`)
}

async function type(page, selector, words) {
  await focus(page, selector)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(words)
}

async function enter(page) {
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')])
}

async function sees(page, words) {
  const said = await page.textContent('main')
  if (!said.includes(words)) throw new Error(`“${words}” is not in: ${said.replace(/\s+/g, ' ')}`)
}

const asks = async (path, form) => (await fetch(address + path, { method: 'POST', body: new URLSearchParams(form) })).json()
const code = () => asks('/oauth/device_authorization', { client_id: 'greenroom-cli', scope: 'read write', resource: address })

async function journey() {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const loaded = new Set()
  page.on('request', (r) => loaded.add(new URL(r.url()).origin))

  await page.goto(invitation)
  await look(page, 'invitation')
  await type(page, '#name', name)
  await type(page, '#password', 'short')
  await type(page, '#again', 'short')
  await type(page, '#password', password)
  await type(page, '#again', password + '!')
  await enter(page)
  await look(page, 'invitation-wrong')
  if (await page.evaluate(() => document.activeElement?.tagName) !== 'INPUT') wrong.push('after a mistake no field has the focus')
  await type(page, '#password', password)
  await type(page, '#again', password)
  await focus(page, 'main form button')
  await enter(page)
  await look(page, 'welcome')

  const device = await code()
  await page.goto(device.verification_uri)
  await look(page, 'device')
  await type(page, '#user_code', 'XXXX-XXXX')
  await enter(page)
  await look(page, 'device-wrong')
  await type(page, '#user_code', device.user_code.toLowerCase())
  await enter(page)
  await sees(page, device.user_code)
  await look(page, 'consent')
  await focus(page, 'button[value=allow]')
  await enter(page)
  await look(page, 'allowed')
  const token = await asks('/oauth/token', { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: device.device_code, client_id: 'greenroom-cli' })
  if (!token.access_token) throw new Error(`no token: ${JSON.stringify(token)}`)

  const second = await code()
  await page.goto(second.verification_uri_complete)
  await sees(page, second.user_code)
  await focus(page, 'button[value=deny]')
  await enter(page)
  await look(page, 'denied')
  const none = await asks('/oauth/token', { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: second.device_code, client_id: 'greenroom-cli' })
  if (none.error !== 'access_denied') throw new Error(`denied, and the program is told ${JSON.stringify(none)}`)

  await page.goto(address + '/sign-in')
  await focus(page, '.who button')
  await enter(page)
  await look(page, 'sign-in')
  await type(page, '#name', name)
  await type(page, '#password', 'not this one at all')
  await enter(page)
  await look(page, 'sign-in-wrong')
  await type(page, '#password', password)
  await enter(page)
  await sees(page, name)
  for (const origin of loaded) if (origin !== new URL(address).origin) wrong.push(`a page loads from ${origin}`)
  await context.close()
}

try {
  await journey()
} catch (e) {
  wrong.push(e.stack ?? String(e))
}
await browser.close()
for (const w of wrong) console.log(w)
console.log(`${wrong.length} wrong`)
process.exit(wrong.length ? 1 : 0)
