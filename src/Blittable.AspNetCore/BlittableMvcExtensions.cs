using Microsoft.Extensions.DependencyInjection;

namespace Blittable.AspNetCore;

/// <summary>Registers the formatters of documents with MVC.</summary>
public static class BlittableMvcExtensions
{
    /// <summary>Lets actions take documents, patches and streams of documents, and return documents.</summary>
    /// <remarks>The models are those of <see cref="BlittableInputFormatter"/>. An action returns a stream of documents as a <see cref="BlittableStreamResult"/>. Faults that a
    /// <see cref="BlittableBodyStream"/> or <see cref="BlittablePatchBody"/> finds while an action uses it are answered with problem details.</remarks>
    /// <param name="builder">The result of <c>AddControllers</c>.</param>
    /// <param name="options">How documents made of JSON are stored, and the dictionary of those that need one; null for the options that are registered as a service, or
    /// memory mode if there are none.</param>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> is null.</exception>
    public static IMvcBuilder AddBlittable(this IMvcBuilder builder, BlittableOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        return builder.AddMvcOptions(mvc =>
        {
            // Before the formatters of JSON, which would take a document for an object with properties.
            mvc.InputFormatters.Insert(0, new BlittableInputFormatter(options));
            mvc.OutputFormatters.Insert(0, new BlittableOutputFormatter());
            mvc.Filters.Add(new BodyFaultFilter());
        });
    }
}
