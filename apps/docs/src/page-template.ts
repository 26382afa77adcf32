// The document of every page: Docusaurus's own but for the scripts, which are asked for once the page has been painted. The text is all there
// without them, so they need not compete with the style sheet for a slow connection, nor run before the first picture. That it has been painted
// is what the browser reports (Paint Timing): a frame that was only begun is drawn after everything that a quick connection brings meanwhile.
// A window in the background paints nothing: there they come after LONGEST_WAIT.
import { RECORDER } from './early/recorder.ts'

const LONGEST_WAIT = 2000 // ms

// Docusaurus puts up a (hidden) note on a wrong base URL when its code is not there once the document is: it goes as soon as the code is.
const LOADER = `(function (addresses) {
  var asked = false
  function load() {
    if (asked) return
    asked = true
    addresses.forEach(function (address) {
      var script = document.createElement('script')
      script.src = address
      script.async = false
      script.onload = function () {
        var note = window.docusaurus && document.getElementById('__docusaurus-base-url-issue-banner-container')
        if (note) note.remove()
      }
      document.head.append(script)
    })
  }
  new PerformanceObserver(load).observe({ type: 'paint', buffered: true })
  setTimeout(load, ${LONGEST_WAIT})
})`

export const PAGE_TEMPLATE = `<!DOCTYPE html>
<html <%~ it.htmlAttributes %>>
  <head>
    <meta charset="UTF-8">
    <meta name="generator" content="Docusaurus v<%= it.version %>">
    <% it.metaAttributes.forEach((metaAttribute) => { %>
      <%~ metaAttribute %>
    <% }); %>
    <%~ it.headTags %>
    <% it.stylesheets.forEach((stylesheet) => { %>
      <link rel="stylesheet" href="<%= it.baseUrl %><%= stylesheet %>" />
    <% }); %>
    <script>${RECORDER}</script>
    <script>${LOADER}(<%~ JSON.stringify(it.scripts.map((script) => it.baseUrl + script)) %>)</script>
  </head>
  <body <%~ it.bodyAttributes %>>
    <%~ it.preBodyTags %>
    <div id="__docusaurus"><%~ it.appHtml %></div>
    <%~ it.postBodyTags %>
  </body>
</html>
`
