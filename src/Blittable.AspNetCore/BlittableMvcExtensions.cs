using Microsoft.Extensions.DependencyInjection;

namespace Blittable.AspNetCore;

/// <summary>Registers the document formatters with MVC.</summary>
public static class BlittableMvcExtensions
{
    /// <summary>Enables actions to accept documents, patches and document streams, and to return documents.</summary>
    /// <remarks><see cref="BlittableInputFormatter"/> lists the model types. To return a document stream, an action returns a
    /// <see cref="BlittableStreamResult"/>. If a <see cref="BlittableBodyStream"/> or <see cref="BlittablePatchBody"/> fails while an action uses it, the
    /// response contains problem details.</remarks>
    /// <param name="builder">The result of <c>AddControllers</c>.</param>
    /// <param name="options">The options for converting JSON, and the dictionary of documents that need one. If null, the options that are registered as a
    /// service are used, or memory mode if there are none.</param>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> is null.</exception>
    public static IMvcBuilder AddBlittable(this IMvcBuilder builder, BlittableOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        return builder.AddMvcOptions(mvc =>
        {
            // Inserted before the JSON formatters, which would treat a document as an object with properties.
            mvc.InputFormatters.Insert(0, new BlittableInputFormatter(options));
            mvc.OutputFormatters.Insert(0, new BlittableOutputFormatter());
            mvc.Filters.Add(new BodyFaultFilter());
        });
    }
}
